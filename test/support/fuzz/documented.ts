import fc from 'fast-check';
import { Operation, Schema, operations, resolved } from '../openapi-document.js';
import { Fields, Value } from './json.js';
import { numberOf } from './numbers.js';
import { symbolText, textOf, visibleTextOf } from './texts.js';

/** Placeholder for the id of a project that exists when the request is sent. */
export const A_PROJECT = '@project';
/** Placeholder for the ids of sessions of the project in the path. */
export const ITS_SESSIONS = '@sessions';

const TIME_ZONES = [...Intl.supportedValuesOf('timeZone'), 'UTC', 'EST5EDT', 'Etc/GMT-14', 'Asia/Kolkata'];

/**
 * Minimum quantity and price of the service under test, whose TRADE_MINIMUM is 0. The document contains another
 * minimum, for the default of this setting.
 */
export const MIN_AMOUNT = 1e-12;
export const AMOUNT_FIELDS = ['qty', 'entryPrice', 'exitPrice'] as const;
const amount = numberOf({ type: 'number', minimum: MIN_AMOUNT, maximum: 1e12 });

/** Values of the fields whose rules the document states only in words. */
const IN_WORDS: Readonly<Record<string, fc.Arbitrary<Value>>> = {
  ...Object.fromEntries(AMOUNT_FIELDS.map((field) => [field, amount])),
  projectId: fc.constant(A_PROJECT),
  state: fc.dictionary(
    fc.constantFrom('a', 'b', '', 'toString', 'ü'),
    fc.oneof(
      textOf(0, 50),
      numberOf({ type: 'number' }),
      fc.constant([[], {}]),
      fc.constant(null),
      fc.boolean(),
    ),
  ),
  accountTimezone: fc.constantFrom(...TIME_ZONES),
};

/** Returns any value that a schema of the document allows. */
export function anyOf(schema: Schema, name = ''): fc.Arbitrary<Value> {
  const own = IN_WORDS[name] ?? anyOfType(resolved(schema));
  return schema.nullable ? fc.option(own, { nil: null, freq: 4 }) : own;
}

/** The pattern of names of files without a path. */
const FILE_NAME = String.raw`^[^/\\]*$`;

function anyOfType(schema: Schema): fc.Arbitrary<Value> {
  const { type, enum: words, minLength = 0, maxLength = 1000, pattern, items, minItems, maxItems } = schema;
  if (words) return fc.constantFrom(...(words as string[]));
  if (type === 'boolean') return fc.boolean();
  if (type === 'number' || type === 'integer') return numberOf(schema);
  if (type === 'array') {
    return fc.array(anyOf(items ?? {}), { minLength: minItems, maxLength: Math.min(maxItems ?? 8, 8) });
  }
  if (type === 'object') return anyObject(schema);
  if (pattern === String.raw`\S`) return visibleTextOf(minLength, maxLength);
  if (pattern === FILE_NAME)
    return textOf(minLength, maxLength).map((text) => text.replaceAll(/[/\\]/g, '_'));
  return pattern ? symbolText : textOf(minLength, maxLength);
}

function anyObject({ properties = {}, required = [] }: Schema): fc.Arbitrary<Fields> {
  const fields = Object.entries(properties).map(([name, schema]): [string, fc.Arbitrary<Value>] => [
    name,
    anyOf(schema, name),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** Returns the documented operation of a route such as `post /projects`. */
export function operationOf(route: string): Operation {
  const operation = operations.get(route);
  if (!operation) throw new Error(`the document has no ${route}`);
  return operation;
}

export const bodySchemaOf = (route: string): Schema | undefined =>
  operationOf(route).requestBody?.content['application/json'].schema;

export const queryParametersOf = (route: string) =>
  (operationOf(route).parameters ?? []).filter((parameter) => parameter.in === 'query');
