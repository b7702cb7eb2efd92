import { changedFields } from '../shared/fields/changed-fields.js';
import { validationProblem } from '../shared/problems/problem.js';
import { trimmedTags } from '../shared/fields/tags.js';
import type { Session } from './session.entity.js';
import { withTrial } from './trial.js';
import type { UpdateSessionDto } from './update-session.dto.js';

/**
 * Returns the changes of an edit; null if there are none.
 * @throws Problem VALIDATION_FAILED if the bounds of the range would be in the wrong order
 */
export function sessionChanges(session: Session, edit: UpdateSessionDto): Partial<Session> | null {
  const tags = edit.tags && trimmedTags(edit.tags);
  const trial = edit.trial && withTrial(session.trial, edit.trial);
  const changes = changedFields(session, { ...edit, tags, trial });
  if (changes) checkRange({ ...session, ...changes }, edit);
  return changes;
}

function checkRange({ rangeStart, rangeEnd }: Session, edit: UpdateSessionDto): void {
  if (rangeStart === null || rangeEnd === null || rangeStart < rangeEnd) return;
  throw validationProblem([
    edit.rangeStart === undefined
      ? { field: 'rangeEnd', message: 'must be after rangeStart' }
      : { field: 'rangeStart', message: 'must be before rangeEnd' },
  ]);
}
