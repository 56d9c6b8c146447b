// Made by .ci/bundle_parts.py: the types are those of the packages.
// What an editor of a project's files needs; add a name here when the page needs it, and bundle again.
export { Annotation, Compartment, EditorSelection, EditorState, Facet, Prec, StateEffect, StateField, Transaction } from "@codemirror/state";
export {
  Decoration, EditorView, ViewPlugin, WidgetType, drawSelection, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, hoverTooltip, keymap, lineNumbers, placeholder, showPanel, tooltips,
} from "@codemirror/view";
export { defaultKeymap, history, historyKeymap, indentWithTab, redo, undo } from "@codemirror/commands";
export {
  HighlightStyle, StreamLanguage, bracketMatching, foldGutter, foldKeymap, foldService, indentOnInput, syntaxHighlighting, syntaxTree,
} from "@codemirror/language";
export { autocompletion, closeBrackets, closeBracketsKeymap, completeFromList, completionKeymap, startCompletion } from "@codemirror/autocomplete";
export { forceLinting, lintGutter, lintKeymap, linter, setDiagnostics } from "@codemirror/lint";
export { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from "@codemirror/search";
export { classHighlighter, tags } from "@lezer/highlight";
export { json, jsonParseLinter } from "@codemirror/lang-json";
import { StreamLanguage } from "@codemirror/language";
import { toml as tomlMode } from "@codemirror/legacy-modes/mode/toml";
/** TOML, in colours. */
export const toml = () => StreamLanguage.define(tomlMode);
