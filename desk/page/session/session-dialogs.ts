/** The dialogs of a session's page, which are loaded together with the first that the user opens. */
export { ImportDialog } from '../import/import-dialog.js';
export { CopyForm } from './copy-form.js';
export { SessionForm } from './session-form.js';
