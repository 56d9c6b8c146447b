// Made by .ci/bundle_parts.py: the types are those of the packages.
export { default as Moveable } from "moveable";
export { default as Selecto } from "selecto";
