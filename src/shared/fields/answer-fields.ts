import { ApiProperty } from '@nestjs/swagger';
import { TIMEFRAME } from '../market/timeframes.js';

/**
 * Decorators for the fields of responses. The Swagger plugin of the compiler derives the type, the description and the
 * example of a field from its TypeScript type and its comment. The decorators add what types and comments cannot
 * express.
 */
const INTEGER = { type: 'integer', format: 'int64' } as const;

export const Id = () => ApiProperty({ format: 'uuid' });

/** A whole number. */
export const Whole = () => ApiProperty(INTEGER);

/** Epoch milliseconds UTC. */
export const Time = () => ApiProperty(INTEGER);

/** Epoch milliseconds UTC, or null. The example is a parameter, because a comment cannot give null as the example. */
export const NullableTime = (schema: { readonly example?: null } = {}) =>
  ApiProperty({ ...INTEGER, ...schema, nullable: true });

export const NullableNumber = () => ApiProperty({ type: 'number', nullable: true });

/** The label of a bar length. */
export const TimeframeLabel = () => ApiProperty({ pattern: TIMEFRAME.source });

/** One of a fixed set of words. */
export const Word = (words: readonly string[]) => ApiProperty({ enum: [...words] });

/** One of a fixed set of words, or null. */
export const NullableWord = (words: readonly string[]) =>
  ApiProperty({ type: 'string', enum: [...words, null], nullable: true });
