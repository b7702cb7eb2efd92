import { Problem } from './problem.js';

/** @param consequence what the session does not allow any more, as a sentence */
export const sessionFinished = (consequence: string): Problem =>
  new Problem('SESSION_FINISHED', `${consequence} ${WAY_ON}`);

const WAY_ON = 'To continue it, copy it with POST /sessions/{id}/copy: the copy is active.';
