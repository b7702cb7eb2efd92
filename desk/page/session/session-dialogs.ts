/** The dialogs of a session's page. All of them are loaded when the user opens the first. */
export { ImportDialog } from '../import/import-dialog.js';
export { CopyForm } from './copy-form.js';
export { SessionForm } from './session-form.js';
