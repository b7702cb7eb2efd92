import { Field } from './fields.js';
import { type Rule, textProblem } from './value-rules.js';

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

export const timezoneProblem: Rule = (value) =>
  textProblem(value, { min: 1, max: 64 }) ??
  // Node also accepts offsets such as +01:00, which are not IANA names.
  (/^[A-Za-z]/.test(value as string) && isTimezone(value as string)
    ? undefined
    : 'must be an IANA time zone such as Europe/Berlin');

/** Name of a time zone in the IANA database. */
export const Timezone = () => Field(timezoneProblem, { type: 'string', minLength: 1, maxLength: 64 });
