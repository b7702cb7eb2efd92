/** The dialogs of a session's page. All dialogs are loaded when the user opens the first dialog. */
export { ImportDialog } from '../import/import-dialog.js';
export { CopyForm } from './copy-form.js';
export { SessionForm } from './session-form.js';
