export { Autosave, SAVE_AFTER_MS } from './engine.js';
export { savedText } from './saved-text.js';
export { SAVED_TEXT } from './text/saved.js';
export type {
  AutosaveState,
  Conflict,
  Kept,
  LoadResult,
  SaveRequest,
  SaveResult,
  StoredForm,
  SubmitResult,
  Transport,
  Value,
  Values,
} from './types.js';
