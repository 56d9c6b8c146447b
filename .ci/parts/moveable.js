export { default as Moveable } from "moveable";
export { default as Selecto } from "selecto";
