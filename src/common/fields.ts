import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { ClassConstructor, Transform, Type } from 'class-transformer';
import { IsOptional, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';

/**
 * The fields of requests. Each decorator is one rule that serves validation, the error message and the OpenAPI
 * document alike, so that the three cannot disagree.
 */

/** What is wrong with a value, worded to follow the field's name; undefined when nothing is. */
export type Rule = (value: unknown, object: Readonly<Record<string, unknown>>) => string | undefined;

/** A field that obeys one rule and is documented by one schema. */
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

/** May be left out; null is no value for it. */
export const Optional = (schema: ApiPropertyOptions = {}) =>
  applyDecorators(
    ValidateIf((_, value) => value !== undefined),
    ApiProperty({ ...schema, required: false } as ApiPropertyOptions),
  );

/** May be left out or null, which is the same. */
export const Nullable = () => applyDecorators(IsOptional(), ApiProperty({ required: false, nullable: true }));

/** Times are epoch milliseconds up to the end of the year 9999. */
export const LAST_INSTANT = 253_402_300_799_999;

/** What a number of a request must be: finite and inside its bounds, ends included. */
export function numberProblem(value: unknown, bounds: NumberBounds): string | undefined {
  const kind = bounds.integer ? 'an integer' : 'a number';
  const { minimum, maximum, above } = bounds;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `must be ${kind}`;
  if (bounds.integer && !Number.isInteger(value)) return 'must be an integer';
  if (above !== undefined && value <= above) return `must be greater than ${above}`;
  if (minimum !== undefined && value < minimum) return `must not be less than ${minimum}`;
  if (maximum !== undefined && value > maximum) return `must not be greater than ${maximum}`;
  return undefined;
}

export interface NumberBounds {
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exclusive lower bound. */
  readonly above?: number;
  readonly integer?: boolean;
}

const numberSchema = ({ minimum, maximum, above, integer }: NumberBounds) => ({
  type: integer ? 'integer' : 'number',
  ...(integer && { format: 'int64' }),
  ...(minimum !== undefined && { minimum }),
  ...(maximum !== undefined && { maximum }),
  ...(above !== undefined && { minimum: above, exclusiveMinimum: true }),
});

/** A finite JSON number. */
export const Decimal = (bounds: NumberBounds = {}) =>
  Field((value) => numberProblem(value, bounds), numberSchema(bounds) as ApiPropertyOptions);

/** Smallest and largest price or quantity. */
export const AMOUNT: NumberBounds = { minimum: 1e-12, maximum: 1e12 };

/** A price above zero that may be left out. */
export const OptionalPrice = () =>
  applyDecorators(Nullable(), Decimal({ above: 0, maximum: AMOUNT.maximum }));

const INSTANT: NumberBounds = { integer: true, minimum: 1, maximum: LAST_INSTANT };

/** A point in time: integer epoch milliseconds UTC. */
export const Instant = () => Decimal(INSTANT);

/** A point in time that obeys a further rule, which sees only instants. */
export const InstantField = (
  rule: (value: number, object: Readonly<Record<string, unknown>>) => string | undefined,
) =>
  Field(
    (value, object) => numberProblem(value, INSTANT) ?? rule(value as number, object),
    numberSchema(INSTANT) as ApiPropertyOptions,
  );

export interface TextBounds {
  readonly min?: number;
  readonly max: number;
  /** White space at both ends is cut off before the length counts. */
  readonly trimmed?: boolean;
}

/** Length in characters as people and JSON Schema count them: code points. */
const lengthOf = (text: string): number => {
  let pairs = 0;
  for (let i = 1; i < text.length; i += 1) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs += 1;
  return text.length - pairs;
};

export function textProblem(value: unknown, { min = 0, max }: TextBounds): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (!value.isWellFormed() || value.includes('\0')) return 'must not hold NUL or half a surrogate pair';
  if (value.length < min || value.length > max) {
    const length = lengthOf(value);
    if (length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} characters`;
    if (length > max) return `must not have more than ${max} characters`;
  }
  return undefined;
}

/** A text; what PostgreSQL or UTF-8 cannot hold is refused. */
export const Text = (bounds: TextBounds) =>
  applyDecorators(
    ...(bounds.trimmed
      ? [Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value))]
      : []),
    Field((value) => textProblem(value, bounds), {
      type: 'string',
      maxLength: bounds.max,
      ...(bounds.min !== undefined && { minLength: bounds.min }),
      ...(bounds.trimmed && bounds.min !== undefined && { pattern: String.raw`\S` }),
    }),
  );

/** One of a few words. */
export const OneOf = (words: readonly string[], schema: ApiPropertyOptions = {}) =>
  Field((value) => (words.includes(value as string) ? undefined : `must be one of ${words.join(', ')}`), {
    ...schema,
    type: 'string',
    enum: [...words],
  } as ApiPropertyOptions);

export const Flag = () =>
  Field((value) => (typeof value === 'boolean' ? undefined : 'must be true or false'), { type: 'boolean' });

const SYMBOL = /^[A-Z0-9]+$/i;

/** What a symbol is: letters and digits in either case; it is stored and answered in upper case. */
export const symbolProblem: Rule = (value) =>
  textProblem(value, { min: 1, max: 32 }) ??
  (SYMBOL.test(value as string) ? undefined : 'must consist of letters A to Z and digits');

/** A symbol in either case, left as it is sent. */
export const AnyCaseSymbol = () =>
  Field(symbolProblem, {
    type: 'string',
    pattern: '^[A-Za-z0-9]+$',
    minLength: 1,
    maxLength: 32,
    example: 'BTCUSDT',
  });

/** A symbol, brought to upper case. */
export const SymbolName = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && SYMBOL.test(value) ? value.toUpperCase() : value,
    ),
    AnyCaseSymbol(),
  );

const isPlainObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with fields of its own. */
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
          return `must hold ${min} to ${max} elements, not ${value.length}`;
        const wrong = value.findIndex((element) => !isPlainObject(element));
        return wrong < 0 ? undefined : `must hold objects only (element ${wrong} is none)`;
      },
      { type: () => type(), isArray: true, minItems: min, maxItems: max },
    ),
    ValidateNested({ each: true }),
    Type(type),
  );

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** A number in a query string, by the grammar of JSON numbers; anything else stays text and is refused by the rule. */
export const QueryNumber = (bounds: NumberBounds, schema: ApiPropertyOptions = {}) =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && JSON_NUMBER.test(value) ? Number(value) : value,
    ),
    Field((value) => (Array.isArray(value) ? 'must be given once' : numberProblem(value, bounds)), {
      ...numberSchema(bounds),
      ...schema,
    } as ApiPropertyOptions),
  );
