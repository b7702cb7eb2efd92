import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A schema of OpenAPI 3.0, limited to the parts that we use. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly format?: string;
  readonly example?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: boolean;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
}

interface Content {
  readonly 'application/json': {
    readonly schema: Schema;
    readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  };
}

export interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters: readonly {
    name: string;
    in: string;
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Content; readonly headers?: object }>
  >;
}

export interface Document {
  readonly openapi: string;
  readonly info: { readonly license?: { readonly name: string; readonly url?: string } };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The document of the repository. `openapi.e2e-spec.ts` compares it with what the compiled service writes. */
export const document = withResponses(JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8')));

/** Replaces the references to shared responses by the responses. */
export function withResponses(read: Document): Document {
  for (const { responses } of Object.values(read.paths).flatMap((item) => Object.values(item)))
    for (const [status, { $ref }] of Object.entries(responses as Record<string, { $ref?: string }>))
      if ($ref) Object.assign(responses, { [status]: read.components.responses[$ref.split('/').at(-1)!] });
  return read;
}

/** Every operation by its method and path. */
export const operations = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
  ),
);

export const schemaNamed = (name: string): Schema => {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`the document has no schema ${name}`);
  return schema;
};

/** Returns the schema to which a reference points. */
export const resolved = (schema: Schema): Schema => {
  const [only] = schema.allOf ?? [];
  const { $ref } = only && schema.allOf?.length === 1 ? only : schema;
  return $ref === undefined ? schema : schemaNamed($ref.split('/').at(-1) ?? '');
};

/**
 * Translates a schema into JSON Schema, which writes null and exclusive bounds in a different way. In the result,
 * objects may contain only documented fields.
 */
function jsonSchema(schema: unknown, isPart = false): unknown {
  if (Array.isArray(schema)) return schema.map((element) => jsonSchema(element, isPart));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { nullable, exclusiveMinimum, allOf, example: _, $ref, ...rest } = schema as Schema;
  // The value is null, or an object with a schema elsewhere in the document.
  if (nullable && allOf) return { anyOf: [jsonSchema({ ...rest, allOf }), { type: 'null' }] };
  const plain = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, jsonSchema(value)]));
  return {
    ...plain,
    ...($ref && { $ref: `${DOCUMENT}${$ref}` }),
    ...(allOf && { allOf: jsonSchema(allOf, true) }),
    ...(nullable && { type: [rest.type, 'null'] }),
    ...(exclusiveMinimum && { minimum: undefined, exclusiveMinimum: rest.minimum }),
    ...(rest.properties && !isPart && { additionalProperties: false }),
  };
}

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
/** The id of the document in the validator. References between its schemas begin with this id. */
const DOCUMENT = 'document';
ajv.addSchema({ $id: DOCUMENT, components: jsonSchema({ schemas: document.components.schemas }) });
const validators = new Map<Schema, ValidateFunction>();

/** Returns the problems of a value according to a schema of the document. */
export function problemsOf(schema: Schema, value: unknown): unknown[] {
  const validate = validators.get(schema) ?? ajv.compile(jsonSchema(schema) as object);
  validators.set(schema, validate);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message, params }) => ({
    instancePath,
    message,
    params,
  }));
}

/** Returns the documented success statuses of a route. */
export const successOf = (route: string) =>
  Object.keys(operations.get(route)?.responses ?? {}).filter((status) => status.startsWith('2'));

export const contentOf = (route: string, status: number | string) =>
  operations.get(route)?.responses[status]?.content?.['application/json'];

/** Returns the codes that a route documents for an error status. */
export const codesOf = (route: string, status: string): unknown[] => [
  ...(contentOf(route, status)?.schema.allOf?.[1]?.properties?.['code']?.enum ?? []),
];
