import { applyDecorators } from '@nestjs/common';
import { Decimal, Field, Instant, Nullable, Rule, TextBounds, textProblem } from '../fields/fields.js';

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

const timezoneProblem: Rule = (value) =>
  textProblem(value, { min: 1, max: 64 }) ??
  // Node also accepts offsets such as +01:00, which are not IANA names.
  (/^[A-Za-z]/.test(value as string) && isTimezone(value as string)
    ? undefined
    : 'must be an IANA time zone such as Europe/Berlin');

/** Lengths of the texts of a session, for its creation and its changes. */
export const TEXTS = {
  name: { min: 1, max: 200, trimmed: true },
  strategy: { max: 1000 },
  description: { max: 5000 },
  layoutTemplate: { min: 1, max: 32 },
} as const satisfies Readonly<Record<string, TextBounds>>;

/** Name of a time zone in the IANA database. */
export const Timezone = () => Field(timezoneProblem, { type: 'string', minLength: 1, maxLength: 64 });

/** An optional time. */
export const OptionalInstant = () => applyDecorators(Nullable(), Instant());

/** An optional time that must be before the field `end` if both are given. */
export const OptionalStartOf = (end: string) =>
  applyDecorators(
    Nullable(),
    Instant((start, { [end]: limit }) =>
      typeof limit === 'number' && start >= limit ? `must be before ${end}` : undefined,
    ),
  );

/** A configured fee, spread or slippage. */
export const ConfiguredCost = () => Decimal({ minimum: 0, maximum: 1e12 });
