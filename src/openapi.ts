import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { scopesOfMethod } from './platform/auth/method-scopes.js';
import { documentProblems } from './shared/problems/api-problems.js';
import { CALCULATION_VERSION } from './shared/figures/calculator/calculate-statistics.js';
import { AMOUNT } from './shared/fields/fields.js';
import { ProblemDto } from './shared/problems/problem.dto.js';
import { VERSION } from './platform/config/version.js';
import { Environment } from './platform/config/environment.js';
import { arrangeOperations, operationIdFactory } from './openapi-operations.js';

const DESCRIPTION = `Records backtest sessions of trading strategies and computes their performance statistics.

A **project** groups **sessions**. A session takes **closed trades** in batches of 1 to 500, and can be
**finished**. Its **statistics** can be read at any time. Historical **candles** of two feeds come from the service's own
store.

Keys have **scopes**: \`read\` for GET, \`write\` for the other methods, \`admin\` for keys, usage, metrics and the audit log,
\`audit\` for the audit log alone, and \`delete\` for DELETE, which the service may require instead of \`write\`.

Enter your key once with **Authorize**. Times are epoch milliseconds UTC; prices, quantities and money are JSON numbers.
All errors have the same shape, which every route documents.`;

/** Returns the OpenAPI document of the current routes, with the limits of this service's settings. */
export function openApiDocument(app: INestApplication, environment: Environment): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Backtest Session Service')
    .setDescription(DESCRIPTION)
    .setVersion(VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(environment.BASE_PATH || '/')
    .addApiKey({ type: 'apiKey', name: 'x-api-key', in: 'header' }, 'ApiKeyAuth')
    .addSecurityRequirements('ApiKeyAuth');
  const withTokens = environment.tokenRules !== null;
  if (withTokens) {
    const scheme = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;
    config.addBearerAuth(scheme, 'BearerAuth').addSecurityRequirements('BearerAuth');
  }
  const document = SwaggerModule.createDocument(app, config.build(), {
    // The address of the server contains the base path; the paths of the document do not.
    ignoreGlobalPrefix: true,
    extraModels: [ProblemDto],
    operationIdFactory,
  });
  setTradeMinimum(document, environment.TRADE_MINIMUM);
  dropDefaultsOfSessions(document);
  openHealthRoutes(document);
  documentProblems(document, {
    scopesOf: (method) => scopesOfMethod(method, environment),
    withTokens,
    isBehindSignIn: environment.isBehindSignIn,
  });
  typeNullableObjects(document);
  untypeAlternatives(document);
  showCalculationVersion(document);
  for (const schema of requestSchemas(document)) {
    // Unknown fields of a request are refused.
    schema.additionalProperties = false;
    describeDefaults(schema);
  }
  arrangeOperations(document);
  giveSmallestExamples(document);
  return document;
}

/** Gives the example of a new session only the required fields, so that Swagger UI can send it after one change. */
function giveSmallestExamples(document: OpenAPIObject): void {
  const { properties = {}, required = [] } = schemaNamed(document, 'CreateSessionDto');
  const fields = required.map((field) => [field, (properties[field] as Schema).example] as const);
  const body = document.paths['/sessions']?.post?.requestBody;
  if (body && 'content' in body)
    Object.assign(body.content['application/json']!, { example: Object.fromEntries(fields) });
}

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Exclude<Schemas[string], { $ref: string }>;

/** Sets the minimum of quantity and prices. This minimum is a setting, and decorators cannot read settings. */
function setTradeMinimum(document: OpenAPIObject, minimum: number): void {
  for (const name of ['TradeInput', 'EditTradeDto']) {
    const { properties = {} } = schemaNamed(document, name);
    for (const field of ['qty', 'entryPrice', 'exitPrice'])
      Object.assign(properties[field]!, { minimum: Math.max(minimum, AMOUNT.minimum ?? 0) });
  }
}

/**
 * Removes the defaults of the fields that copies and edits share with new sessions. If a field is left out, a copy
 * takes its value from the original, and an edit does not change the field.
 */
function dropDefaultsOfSessions(document: OpenAPIObject): void {
  const { properties: copied = {} } = schemaNamed(document, 'CopySessionDto');
  const { properties: edited = {} } = schemaNamed(document, 'UpdateSessionDto');
  for (const field of Object.keys(schemaNamed(document, 'CreateSessionDto').properties ?? {}))
    for (const property of [copied[field], edited[field]])
      if (property) Reflect.deleteProperty(property, 'default');
  Object.assign(copied['randomSeed']!, { description: 'Seed of the random range.' });
}

function openHealthRoutes(document: OpenAPIObject): void {
  for (const [path, item] of Object.entries(document.paths)) {
    if (path.startsWith('/health/') && item.get) item.get.security = [];
  }
}

/** Adds a `type` where OpenAPI 3.0 requires it beside `nullable`. Nest leaves out the `type` beside a reference. */
function typeNullableObjects({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {})) {
    if ('$ref' in schema) continue;
    for (const property of Object.values(schema.properties ?? {}))
      if ('allOf' in property && property.nullable) property.type = 'object';
  }
}

/** Removes the type of a parameter that has alternatives. Nest takes it from the class, where it is a text. */
function untypeAlternatives({ paths }: OpenAPIObject): void {
  for (const { get } of Object.values(paths))
    for (const parameter of get?.parameters ?? [])
      if ('schema' in parameter && parameter.schema && 'oneOf' in parameter.schema)
        Reflect.deleteProperty(parameter.schema, 'type');
}

/** Gives each `calculationVersion` the current version as its example, which a comment could only repeat. */
function showCalculationVersion({ components }: OpenAPIObject): void {
  for (const schema of Object.values(components?.schemas ?? {})) {
    if ('$ref' in schema) continue;
    const version = schema.properties?.['calculationVersion'];
    if (version) Object.assign(version, { example: CALCULATION_VERSION });
  }
}

/** Returns the schemas of request bodies and of the objects in them. */
function requestSchemas(document: OpenAPIObject): Set<Schema> {
  const schemas = new Set<Schema>();
  const add = (part: unknown) => {
    for (const [, name] of JSON.stringify(part ?? '').matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const schema = schemaNamed(document, name!);
      if (schemas.has(schema)) continue;
      schemas.add(schema);
      add(schema);
    }
  };
  for (const { post, put, patch } of Object.values(document.paths))
    for (const operation of [post, put, patch]) add(operation?.requestBody);
  return schemas;
}

function schemaNamed({ components }: OpenAPIObject, name: string): Schema {
  const schema = components?.schemas?.[name];
  if (!schema || '$ref' in schema) throw new Error(`The document has no schema ${name}.`);
  return schema;
}

/** Moves defaults into the descriptions, because client generators treat a property with a default as required. */
function describeDefaults({ properties = {} }: Schema): void {
  for (const property of Object.values(properties)) {
    if ('$ref' in property || property.default === undefined) continue;
    const byDefault = `Default: \`${JSON.stringify(property.default)}\`.`;
    const { description = '' } = property;
    if (!description.includes('Default: ')) property.description = `${description} ${byDefault}`.trim();
    delete property.default;
  }
}
