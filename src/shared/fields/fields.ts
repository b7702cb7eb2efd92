import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { ClassConstructor, Transform, Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import { MAX_AMOUNT, MIN_AMOUNT } from '../market/amounts.js';
import { TIMEFRAME } from '../market/timeframes.js';
import {
  LAST_INSTANT,
  type NumberBounds,
  type Rule,
  SYMBOL_PATTERN,
  type TextBounds,
  numberProblem,
  symbolProblem,
  textProblem,
} from './value-rules.js';

/**
 * Decorators for the fields of requests. Each decorator defines a rule once for validation, the error message and the
 * OpenAPI document. The default of a field is its initial value in the class.
 */

/** A field with a rule for its value and the schema that documents the field. */
export function Field(rule: Rule, schema: ApiPropertyOptions): PropertyDecorator {
  const problem: Rule = (value, object) => (value === undefined ? 'is required' : rule(value, object));
  return applyDecorators(
    ValidateBy({
      name: 'rule',
      validator: {
        validate: (value, args) => problem(value, args?.object as Record<string, unknown>) === undefined,
        defaultMessage: (args) =>
          problem(args?.value, args?.object as Record<string, unknown>) ?? 'is not valid',
      },
    }),
    ApiProperty(schema),
  );
}

/**
 * A known field that no request may set. The field is not documented. The error contains the reason why a request
 * cannot set the field.
 */
export function fixedField(type: ClassConstructor<object>, field: string, message: string): void {
  const rule = { name: 'rule', validator: { validate: () => false, defaultMessage: () => message } };
  ValidateBy(rule)(type.prototype, field);
  ValidateIf((_, value) => value !== undefined)(type.prototype, field);
}

/** The field may be left out, but must not be null. */
export const Optional = () =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    ApiProperty({ required: false }),
  );

/** The field may be left out or null. Both have the same meaning. */
export const Nullable = () => applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));

const numberSchema = ({ minimum, maximum, above, integer }: NumberBounds) =>
  ({
    type: integer ? 'integer' : 'number',
    ...(integer && { format: 'int64' }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(above !== undefined && { minimum: above, exclusiveMinimum: true }),
  }) as ApiPropertyOptions;

/** A finite JSON number. */
export const Decimal = (bounds: NumberBounds = {}) =>
  Field((value) => numberProblem(value, bounds), numberSchema(bounds));

/** Bounds of prices and quantities. */
export const AMOUNT: NumberBounds = { minimum: MIN_AMOUNT, maximum: MAX_AMOUNT };

/** A price above zero that may be left out. */
export const OptionalPrice = () =>
  applyDecorators(Nullable(), Decimal({ above: 0, maximum: AMOUNT.maximum }));

const INSTANT: NumberBounds = { integer: true, minimum: 1, maximum: LAST_INSTANT };

/**
 * A point in time: integer epoch milliseconds UTC.
 * @param rule a further rule for valid times
 */
export const Instant = (
  rule: (value: number, object: Readonly<Record<string, unknown>>) => string | undefined = () => undefined,
) =>
  Field(
    (value, object) => numberProblem(value, INSTANT) ?? rule(value as number, object),
    numberSchema(INSTANT),
  );

/**
 * A text that UTF-8 and PostgreSQL can represent.
 * @param rule a further rule for texts within the bounds
 */
export const Text = (bounds: TextBounds, rule: Rule = () => undefined) =>
  applyDecorators(
    ...(bounds.trimmed
      ? [Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))]
      : []),
    Field((value, object) => textProblem(value, bounds) ?? rule(value, object), {
      type: 'string',
      maxLength: bounds.max,
      ...(bounds.min !== undefined && { minLength: bounds.min }),
      ...(bounds.trimmed && bounds.min !== undefined && { pattern: String.raw`\S` }),
    }),
  );

/** The id of a resource. Any string is valid; a string that is not a UUID is an unknown id. */
export const Reference = () =>
  Field((value) => textProblem(value, { max: Infinity }), {
    type: 'string',
    format: 'uuid',
  });

/** The values of a query parameter that is either true or false. */
export const FLAGS = ['true', 'false'] as const;
export type Flag = (typeof FLAGS)[number];

/**
 * One of a fixed set of words.
 * @param rule a further rule for valid words
 */
export const OneOf = (words: readonly string[], rule: Rule = () => undefined) =>
  Field(
    (value, object) =>
      words.includes(value as string) ? rule(value, object) : `must be one of ${words.join(', ')}`,
    { type: 'string', enum: [...words] },
  );

export const Flag = () =>
  Field((value) => (typeof value === 'boolean' ? undefined : 'must be true or false'), { type: 'boolean' });

/** A symbol with letters in either case, kept as sent. */
export const AnyCaseSymbol = () =>
  Field(symbolProblem, { type: 'string', pattern: '^[A-Za-z0-9]+$', minLength: 1, maxLength: 32 });

/** A symbol with letters in either case, converted to upper case. */
export const SymbolName = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && SYMBOL_PATTERN.test(value) ? value.toUpperCase() : value,
    ),
    AnyCaseSymbol(),
  );

/** The label of a bar length. */
export const Timeframe = () =>
  Field(
    (value) =>
      typeof value === 'string' && TIMEFRAME.test(value)
        ? undefined
        : 'must be a number from 1 to 9999 and a unit: s, m (minutes), h, d, w or M (months), such as 30m',
    { type: 'string', pattern: TIMEFRAME.source },
  );

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A nested object with its own fields. */
export const Nested = <T extends object>(type: () => ClassConstructor<T>) =>
  applyDecorators(
    Field((value) => (isPlainObject(value) ? undefined : 'must be an object'), { type: () => type() }),
    ValidateNested(),
    Type(type),
  );

/** A list of objects. */
export const ListOf = <T extends object>(
  type: () => ClassConstructor<T>,
  { min, max }: { min: number; max: number },
) =>
  applyDecorators(
    Field(
      (value) => {
        if (!Array.isArray(value)) return 'must be an array';
        if (value.length < min || value.length > max)
          return `must contain ${min} to ${max} elements, not ${value.length}`;
        const wrong = value.findIndex((element) => !isPlainObject(element));
        return wrong < 0 ? undefined : `must contain only objects; element ${wrong} is not an object`;
      },
      { type: () => type(), isArray: true, minItems: min, maxItems: max },
    ),
    ValidateNested({ each: true }),
    Type(type),
  );

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * A number in a query, written like a JSON number. Any other text stays a text and is refused.
 * @param rule a further rule for numbers within the bounds
 */
export const QueryNumber = (
  bounds: NumberBounds,
  rule: (value: number, object: Readonly<Record<string, unknown>>) => string | undefined = () => undefined,
) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && JSON_NUMBER.test(value) ? Number(value) : value,
    ),
    Field(
      (value, object) => numberProblem(value, bounds) ?? rule(value as number, object),
      numberSchema(bounds),
    ),
  );

/** A point in time in a query, like `Instant`. */
export const QueryInstant = () => QueryNumber(INSTANT);
