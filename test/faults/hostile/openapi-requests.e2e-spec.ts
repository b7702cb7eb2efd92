import type supertest from 'supertest';
import { ANALYSES } from '../../support/analysis-paths.js';
import { aProject, aSession, aTrade, Fields, ingest } from '../../support/factories.js';
import { LiveApp, ownSymbol, startLiveApp } from '../../support/live-app.js';
import { Schema, operations, resolved, schemaNamed } from '../../support/openapi-document.js';
import { expectProblem } from '../../support/problems.js';

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp({ TRADE_MINIMUM: '1' });
});
afterAll(() => t.close());

/**
 * Returns the example of a schema. Without an example, returns its default, and without a default its first enum value.
 */
function exampleOf(schema: Schema): unknown {
  const { example, default: byDefault, enum: words, properties, items } = resolved(schema);
  if (schema.example !== undefined) return schema.example;
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([field, of]) => [field, exampleOf(of)]));
  if (items) return [exampleOf(items)];
  return example ?? byDefault ?? words?.[0];
}

/** Values beyond the limits that a schema documents. */
function beyond(schema: Schema): unknown[] {
  const { type, minimum, exclusiveMinimum, maximum, minLength, maxLength, minItems, maxItems, items } =
    schema;
  const step = (value: number, sign: number) =>
    type === 'integer' ? value + sign : value + sign * Math.max(5e-324, Math.abs(value) * Number.EPSILON);
  return [
    ...(minimum === undefined ? [] : [exclusiveMinimum ? minimum : step(minimum, -1)]),
    ...(maximum === undefined ? [] : [step(maximum, 1)]),
    ...(type === 'integer' ? [(minimum ?? 0) + 0.5] : []),
    ...(minLength ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(minItems ? [[]] : []),
    ...(maxItems === undefined ? [] : [Array.from({ length: maxItems + 1 }, () => exampleOf(items ?? {}))]),
    ...(schema.enum ? ['no-such-word', String(schema.enum[0]).toUpperCase()] : []),
    ...(schema.pattern ? ['  ', ' '] : []),
    ...(schema.nullable ? [] : [null]),
    ...(schema.properties ? [{ unknown: 1 }, []] : []),
  ];
}

/** Returns every field of a request's schema by its path, with a function that sets it. */
function placesOf(
  schema: Schema,
  path = '',
): [path: string, schema: Schema, put: (value: unknown) => unknown][] {
  const { properties = {}, required = [] } = schema;
  const others = Object.fromEntries(required.map((field) => [field, exampleOf(properties[field] ?? {})]));
  return Object.entries(properties).flatMap(([field, given]) => {
    const of = resolved(given);
    const own = path === '' ? field : `${path}.${field}`;
    const put = (value: unknown) => ({ ...others, [field]: value });
    const deeper = of.items
      ? placesOf(resolved(of.items), `${own}[0]`).map(
          ([at, inner, into]) => [at, inner, (value: unknown) => put([into(value)])] as const,
        )
      : placesOf(of, own).map(
          ([at, inner, into]) => [at, inner, (value: unknown) => put(into(value))] as const,
        );
    return [
      [own, { ...of, ...(given.nullable && { nullable: true }) }, put],
      ...deeper.map(([at, inner, into]): [string, Schema, (value: unknown) => unknown] => [at, inner, into]),
    ];
  });
}

const REQUESTS: [route: string, schema: string][] = [
  ['post /projects', 'CreateProjectDto'],
  ['post /sessions', 'CreateSessionDto'],
  ['post /sessions/{id}/trades', 'IngestTradesDto'],
  ['patch /sessions/{id}/trades/{tradeId}', 'EditTradeDto'],
  ['post /keys', 'CreateKeyDto'],
  ['post /keys/{id}/rotate', 'RotateKeyDto'],
];

/** Status of an accepted request. */
const statusOf = (route: string): number => (route.startsWith('post') ? 201 : 200);

/** Sends a body to its route, in a new project and session. */
async function submit(route: string, body: unknown): Promise<supertest.Response> {
  if (route === 'post /sessions') {
    const given = body as Fields;
    const own =
      given['projectId'] === exampleOf(schemaNamed('CreateSessionDto').properties?.['projectId'] ?? {});
    const project = await aProject(t.call, { symbol: 'ETHUSDT' });
    return t.call.post('/sessions', own ? { ...given, projectId: project.id } : given);
  }
  if (route === 'post /keys') return t.call.post('/keys', body as object);
  if (route === 'post /keys/{id}/rotate') {
    const { body: created } = await t.call.post('/keys', { name: 'old' }).expect(201);
    return t.call.post(`/keys/${created.key.id}/rotate`, body as object);
  }
  if (route === 'post /projects') return t.call.post('/projects', body as object);
  const session = await aSession(t.call);
  if (route === 'post /sessions/{id}/trades')
    return t.call.post(`/sessions/${session.id}/trades`, body as object);
  // The trade lasts so long that every entry time and exit time in the examples is valid for this trade.
  const { trades } = await ingest(t.call, session, [aTrade({ entryTime: 1, exitTime: 253_402_300_799_999 })]);
  return t.call.patch(`/sessions/${session.id}/trades/${trades[0]!.id}`, body as object);
}

const everyPlace = REQUESTS.flatMap(([route, name]) =>
  placesOf(schemaNamed(name)).map(([path, schema, put]): [string, string, Schema, typeof put] => [
    route,
    path,
    schema,
    put,
  ]),
);

describe('a documented request', () => {
  it.each(REQUESTS)('is accepted with its examples: %s, %s', async (route, name) => {
    expect((await submit(route, exampleOf(schemaNamed(name)))).status).toBe(statusOf(route));
  });

  it.each(REQUESTS)('is accepted with only its required fields: %s, %s', async (route, name) => {
    const { properties = {}, required = [] } = schemaNamed(name);
    const body = Object.fromEntries(required.map((field) => [field, exampleOf(properties[field] ?? {})]));
    expect((await submit(route, body)).status).toBe(statusOf(route));
    for (const field of required) {
      const { [field]: _, ...rest } = body;
      expectProblem(await submit(route, rest), 'VALIDATION_FAILED', [field]);
    }
  });

  it.each(everyPlace)('is accepted with the example of a field: %s, %s', async (route, _, schema, put) => {
    expect((await submit(route, put(exampleOf(schema)))).status).toBe(statusOf(route));
    if (schema.nullable) expect((await submit(route, put(null))).status).toBe(statusOf(route));
  });

  it.each(everyPlace)(
    'is refused with a field beyond its limits: %s, %s',
    async (route, path, schema, put) => {
      for (const value of beyond(schema)) {
        const { status, body } = await submit(route, put(value));
        expect([value, status, body.code]).toEqual([value, 400, 'VALIDATION_FAILED']);
        // If the value is an object with an unknown field, the error names the unknown field. Its path begins with the
        // path of the value.
        expect(body.details[0].field.startsWith(path)).toBe(true);
      }
    },
  );

  /** Parameters that cannot be given with another parameter. */
  const RIVALS: Readonly<Record<string, string>> = { notional: 'risk', compare: 'outcome' };
  const withoutRivals = (name: string, examples: Fields): Fields => {
    const { [RIVALS[name] ?? '']: _, ...others } = examples;
    return others;
  };

  const queries = [
    'get /sessions/{id}/stats',
    ...ANALYSES.map(([path]) => `get /sessions/{id}/${path}`),
    'post /sessions/{id}/finish',
    'get /candles',
    'get /candles/range',
    'get /candles/as-of',
    'get /candles/series',
    'get /sessions/{id}/trades',
    'get /sessions',
    'get /project-records',
  ];
  it.each(queries)(
    'accepts the examples of its parameters, and refuses values beyond their limits: %s',
    async (route) => {
      const parameters = (operations.get(route)?.parameters ?? []).filter(
        (parameter) => parameter.in === 'query',
      );
      const { id } = await aSession(t.call);
      const ask = (given: Fields) => {
        const query = Object.entries(given)
          .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
          .join('&');
        const [method, path = ''] = route.split(' ');
        const url = `${path.replace('{id}', id)}?${query}`;
        return method === 'get' ? t.call.get(url) : t.call.post(url);
      };
      const shown = parameters
        .filter(({ name }) => !(name in RIVALS))
        .map(({ name, schema }) => [name, exampleOf(schema)] as const);
      const examples = Object.fromEntries(shown.filter(([, example]) => example !== undefined));
      const symbol = route.startsWith('get /candles') ? { symbol: ownSymbol(t.venue) } : {};
      expect((await ask({ ...examples, ...symbol })).status).toBe(200);
      for (const { name, schema } of parameters) {
        for (const value of beyond(schema).filter((value) => value !== null)) {
          expectProblem(await ask({ ...withoutRivals(name, examples), [name]: value }), 'VALIDATION_FAILED', [
            name,
          ]);
        }
      }
    },
  );

  it('is accepted with the example of its body: post /sessions/{id}/copy', async () => {
    const content = operations.get('post /sessions/{id}/copy')?.requestBody?.content['application/json'];
    const [example] = Object.values(content?.examples ?? {});
    const { id, projectId } = await aSession(t.call);
    const { body } = await t.call.post(`/sessions/${id}/copy`, example?.value as object).expect(201);
    expect(body.session).toMatchObject({ ...(example?.value as object), projectId });
  });

  it('has the defaults that its descriptions state', async () => {
    const defaultsOf = (name: string) =>
      Object.fromEntries(
        Object.entries(schemaNamed(name).properties ?? {}).flatMap(([field, { description = '' }]) => {
          const [, value] = /Default: `(.*)`\.$/.exec(description) ?? [];
          return value === undefined ? [] : [[field, JSON.parse(value)]];
        }),
      );
    const session = await aSession(t.call, {
      feesConfig: {},
      assets: [{ timeframe: '1m', executionCostConfig: { fees: {} } }],
    });
    const record = await t.call.get(`/sessions/${session.id}/record`).expect(200);
    expect(record.body.session).toMatchObject(defaultsOf('CreateSessionDto'));
    expect(session.feesConfig).toEqual(defaultsOf('FeesConfigInput'));
    expect(session.assets[0]).toMatchObject(defaultsOf('AssetInput'));
    expect(session.assets[0]?.executionCostConfig).toMatchObject(defaultsOf('ExecutionCostInput'));
    const { trades } = await ingest(t.call, session, [aTrade()]);
    expect(trades[0]).toMatchObject(defaultsOf('TradeInput'));
  });
});
