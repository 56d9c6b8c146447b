export { TabulatorFull as Tabulator } from "tabulator-tables";
