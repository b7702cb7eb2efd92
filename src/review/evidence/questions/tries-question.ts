import type { SessionSelection } from '../../selection/routes/selection.service.js';
import type { EvidenceParameters } from './evidence-parameters.js';
import { type Found, isFound } from './found.js';
import { type Answered, type Measured, cannotSay, judged } from './question.js';

/** Is the session better than the expected best by luck of equally many tries without skill? */
export function survivesTries(
  selection: Found<Pick<SessionSelection, 'state' | 'reason' | 'deflatedSharpe'>>,
  { confidence }: Pick<EvidenceParameters, 'confidence'>,
): Answered {
  const deflated = isFound(selection) ? selection.deflatedSharpe : null;
  const measured: Measured = {
    question: 'survives-tries',
    figure: 'selection.sessions.deflatedSharpe',
    value: deflated,
    threshold: confidence,
    source: 'selection',
  };
  if (!isFound(selection)) return cannotSay(measured, selection);
  if (deflated !== null) return judged(measured, deflated >= confidence);
  const pending = selection.state === 'pending' ? 'pending' : 'undefined';
  return cannotSay(measured, selection.reason ?? pending);
}
