import { keptIn } from '../../api/storage.js';

/**
 * Id of a project that was created for a drop and that may be empty. The id survives a crash of the browser. The list
 * of projects then offers to remove the project.
 */
export const keptDraft = keptIn('localStorage', 'review-desk-draft-project');
