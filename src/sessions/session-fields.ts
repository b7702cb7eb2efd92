import { applyDecorators } from '@nestjs/common';
import {
  Decimal,
  Field,
  Instant,
  InstantField,
  NumberBounds,
  Nullable,
  Rule,
  textProblem,
} from '../common/fields.js';

/** Bounds of configured costs: fees, spread and slippage. */
export const CONFIGURED_COST: NumberBounds = { minimum: 0, maximum: 1e12 };

const isTimezone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

const timezoneProblem: Rule = (value) =>
  textProblem(value, { min: 1, max: 64 }) ??
  // The runtime takes offsets such as +01:00 for zones as well; they are no IANA names.
  (/^[A-Za-z]/.test(value as string) && isTimezone(value as string)
    ? undefined
    : 'must be an IANA time zone such as Europe/Berlin');

/** The name of a time zone in the IANA database. */
export const Timezone = () =>
  Field(timezoneProblem, { type: 'string', minLength: 1, maxLength: 64, example: 'Europe/Berlin' });

/** A time that may be left out and, when the field `end` is given too, lies before it. */
export const OptionalStartOf = (end: string) => applyDecorators(Nullable(), InstantBefore(end));

const InstantBefore = (end: string) =>
  InstantField((value, object) => {
    const limit = object[end];
    return typeof limit === 'number' && value >= limit ? `must be before ${end}` : undefined;
  });

export const OptionalInstant = () => applyDecorators(Nullable(), Instant());

export const ConfiguredCost = () => Decimal(CONFIGURED_COST);
