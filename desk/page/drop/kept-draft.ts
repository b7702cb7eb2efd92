import { keptIn } from '../../api/storage.js';

/**
 * Id of a project that was made for a drop and that may be empty. It survives a crash of the browser, after which the
 * list of projects offers to remove the project.
 */
export const keptDraft = keptIn('localStorage', 'review-desk-draft-project');
