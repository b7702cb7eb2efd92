import type { ApiPropertyOptions } from '@nestjs/swagger';
import { Field } from '../../shared/fields/fields.js';
import { GIVEN_TWICE, textProblem } from '../../shared/fields/value-rules.js';

export const MAX_SESSIONS = 20;

function sessionIdsProblem(value: unknown): string | undefined {
  if (Array.isArray(value)) return `${GIVEN_TWICE}, with commas between the ids`;
  const problem = textProblem(value, { min: 1, max: Infinity });
  if (problem) return problem;
  const ids = sessionIdsIn(value as string);
  if (ids.length > MAX_SESSIONS) return `must not name more than ${MAX_SESSIONS} sessions`;
  if (ids.includes('')) return 'must be ids with commas between them';
  const again = ids.findIndex((id, place) => ids.indexOf(id) < place);
  return again < 0 ? undefined : `names the same session twice: ${ids[again]}`;
}

/** Declares a query parameter: session ids, separated by commas. As in a path, any text is accepted as an id. */
export const SessionIds = () =>
  Field(sessionIdsProblem, {
    type: 'array',
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: MAX_SESSIONS,
    uniqueItems: true,
    // Without these settings, generated clients would repeat the parameter once for each id.
    style: 'form',
    explode: false,
  } as ApiPropertyOptions);

/** Returns the ids as they are stored, in lower case. A client may write hexadecimal digits in upper or lower case. */
export const sessionIdsIn = (text: string): string[] => text.toLowerCase().split(',');
