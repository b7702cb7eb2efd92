import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Decimal, Instant, Nullable, Text } from '../shared/fields/fields.js';
import { TextBounds } from '../shared/fields/value-rules.js';

/** Lengths of the texts of a session, for new and for edited sessions. */
export const TEXTS = {
  name: { min: 1, max: 200, trimmed: true },
  strategy: { max: 1000 },
  description: { max: 5000 },
  layoutTemplate: { min: 1, max: 32 },
} as const satisfies Readonly<Record<string, TextBounds>>;

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

/** The name of a file, without a path. */
export const SourceFile = () =>
  applyDecorators(
    Text({ min: 1, max: 255 }, (value) =>
      FILE_NAME.test(value as string) ? undefined : 'must be the name of a file without a path',
    ),
    ApiProperty({ pattern: FILE_NAME.source }),
  );

const FILE_NAME = /^[^/\\]*$/;

/** A configured fee, spread or slippage. */
export const ConfiguredCost = () => Decimal({ minimum: 0, maximum: 1e12 });

/** The trading calendar of a market. */
export const CalendarCode = () => Text({ min: 1, max: 32 });
