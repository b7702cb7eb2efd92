import { ApiProperty } from '@nestjs/swagger';

/**
 * The fields of answers. Type, description and example come from the TypeScript type and the comment above the field,
 * which the Swagger plugin of the compiler reads; these decorators add what those cannot say.
 */
const INTEGER = { type: 'integer', format: 'int64' } as const;

export const Id = () => ApiProperty({ format: 'uuid' });

/** A whole number. */
export const Whole = () => ApiProperty(INTEGER);

/** Epoch milliseconds UTC. */
export const Time = () => ApiProperty(INTEGER);

/** Epoch milliseconds UTC, or null. A comment cannot give null as the example, so it is a parameter. */
export const NullableTime = (schema: { readonly example?: null } = {}) =>
  ApiProperty({ ...INTEGER, ...schema, nullable: true });

export const NullableNumber = () => ApiProperty({ type: 'number', nullable: true });

/** One of a fixed set of words. */
export const Word = (words: readonly string[]) => ApiProperty({ enum: [...words] });

/** One of a fixed set of words, or null. */
export const NullableWord = (words: readonly string[]) =>
  ApiProperty({ type: 'string', enum: [...words, null], nullable: true });
