import { keptIn } from '../../api/storage.js';

/**
 * Id of a project that was created for a drop and that may still be empty. The id is kept if the browser crashes. The
 * list of projects then offers to remove the project.
 */
export const keptDraft = keptIn('localStorage', 'review-desk-draft-project');
