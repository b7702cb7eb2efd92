import { TestApp, startTestApp } from '../support/app.js';
import {
  Fields,
  aProject,
  aSession,
  aTrade,
  everySessionField,
  everyTradeField,
  projectInput,
} from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
/** A project and a session for requests. */
let project: { id: string };
let session: { id: string };
beforeAll(async () => {
  t = await startTestApp();
  project = await aProject(t.call);
  session = await aSession(t.call, everySessionField(project.id));
});
afterAll(() => t.close());

/** The path and a body with every field, for each kind of request with a body. */
const INPUTS: [what: string, path: () => string, body: () => Fields][] = [
  ['a project', () => '/projects', () => projectInput()],
  ['a session', () => '/sessions', () => everySessionField(project.id)],
  ['a trade', () => `/sessions/${session.id}/trades`, () => ({ trades: [everyTradeField()] })],
];

const WRONG: Readonly<Record<string, readonly unknown[]>> = {
  string: [null, 1, true, {}, [], ['x'], [['x']], '\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800'],
  number: [null, '1', '', true, {}, [], [1], [[1]], '0x1', 'NaN'],
  boolean: [null, 0, 1, 'true', '', {}, [], [true]],
  object: [null, 1, 'x', true, [], [{}], [[]]],
  array: [null, 1, 'x', true, {}, { length: 1 }, [[]], [null], ['x'], [1]],
  texts: [null, 1, 'x', true, {}, { length: 1 }, [[]], [{}], [null], [1], ['a\0b'], ['\ud800']],
};

const NULLABLE =
  /(rangeStart|rangeEnd|randomSourceStart|randomSourceEnd|stopLoss|takeProfit|positionId|study|codeVersion|sample)$/;

/** Returns every field of a body, at any depth, by its path. */
function fieldsOf(body: Fields, parent = ''): [path: string, value: unknown][] {
  return Object.entries(body).flatMap(([key, value]) => {
    const path = parent === '' ? key : `${parent}.${key}`;
    if (Array.isArray(value) && typeof value[0] !== 'object') return [[path, value]];
    if (Array.isArray(value)) return [[path, value], ...fieldsOf(value[0], `${path}[0]`)];
    if (typeof value === 'object') return [[path, value], ...fieldsOf(value as Fields, path)];
    return [[path, value]];
  });
}

/** Returns a copy of the body with one field changed. */
function withField(body: Fields, path: string, value: unknown): Fields {
  const copy = structuredClone(body);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, copy);
  holder[last] = value;
  return copy;
}

const everyField = INPUTS.flatMap(([what, path, body]) =>
  fieldsOf(
    what === 'a session'
      ? everySessionField('')
      : what === 'a trade'
        ? { trades: [everyTradeField()] }
        : body(),
  ).map(([field, value]): [string, string, string, () => string, () => Fields] => [
    field,
    what,
    Array.isArray(value) ? (typeof value[0] === 'string' ? 'texts' : 'array') : typeof value,
    path,
    body,
  ]),
);

const isText = (value: string) => value.isWellFormed() && !value.includes('\0');

describe('a value of the wrong type', () => {
  it.each(everyField)('is refused for %s of %s (type %s)', async (field, _, type, path, body) => {
    for (const value of WRONG[type] ?? []) {
      const response = await t.call.post(path(), withField(body(), field, value));
      if (value === null && NULLABLE.test(field)) expect(response.status).toBe(201);
      // Any text is a valid projectId, so only an unknown project is reported.
      else if (field === 'projectId' && typeof value === 'string' && isText(value))
        expectProblem(response, 'PROJECT_NOT_FOUND');
      else expectProblem(response, 'VALIDATION_FAILED', [field]);
    }
  });
});

describe('the bounds of a field', () => {
  const LAST = 253_402_300_799_999;
  /** The next double away from 0. */
  const beyond = (value: number) => (value === 0 ? -5e-324 : value * (1 + Number.EPSILON));
  /** The next double towards 0. */
  const within = (value: number) => value * (1 - Number.EPSILON / 2);
  const length = (min: number, max: number) => ({
    accepted: ['x'.repeat(min), 'x'.repeat(max)],
    refused: [...(min > 0 ? ['x'.repeat(min - 1)] : []), 'x'.repeat(max + 1)],
  });
  const integers = (min: number, max: number) => ({
    accepted: [min, max],
    refused: [min - 1, max + 1, min + 0.5],
  });
  const amount = { accepted: [1e-12, 1e12], refused: [within(1e-12), beyond(1e12), 0, -1] };
  const price = { accepted: [5e-324, 1e12], refused: [0, -5e-324, beyond(1e12)] };
  const given = { accepted: [-1e12, 0, 1e12], refused: [beyond(-1e12), beyond(1e12)] };
  const configured = { accepted: [0, 1e12], refused: [beyond(0), beyond(1e12)] };

  /**
   * The body contains only this field if another rule, about a range or the order of times, would refuse the value
   * first.
   */
  const table: [
    what: string,
    field: string,
    bounds: { accepted: unknown[]; refused: unknown[] },
    rest?: Fields,
  ][] = [
    ['a project', 'name', length(1, 200)],
    ['a project', 'symbol', length(1, 32)],
    ['a session', 'name', length(1, 200)],
    ['a session', 'initialBalance', { accepted: [1, 1e15], refused: [within(1), beyond(1e15)] }],
    ['a session', 'accountCurrency', length(1, 32)],
    ['a session', 'strategy', length(0, 1000)],
    ['a session', 'description', length(0, 5000)],
    ['a session', 'layoutTemplate', length(1, 32)],
    ['a session', 'rangeStart', integers(1, LAST), { rangeEnd: null }],
    ['a session', 'rangeEnd', integers(1, LAST), { rangeStart: null }],
    ['a session', 'randomSourceStart', integers(1, LAST), { randomSourceEnd: null }],
    ['a session', 'randomSourceEnd', integers(1, LAST), { randomSourceStart: null }],
    ['a session', 'startedAt', integers(1, LAST)],
    ['a session', 'randomSeed', { accepted: [0, 2 ** 53 - 1], refused: [-1, 2 ** 53, 0.5] }],
    ['a session', 'feesConfig.entryFee', configured],
    ['a session', 'feesConfig.exitFee', configured],
    ['a session', 'assets[0].symbol', length(1, 32)],
    ['a session', 'assets[0].calendarCode', length(1, 32)],
    ['a session', 'assets[0].executionCostConfig.spread', configured],
    ['a session', 'assets[0].executionCostConfig.slippage', configured],
    ['a session', 'assets[0].executionCostConfig.fees.entryFee', configured],
    ['a session', 'assets[0].executionCostConfig.fees.exitFee', configured],
    ['a trade', 'trades[0].qty', amount],
    ['a trade', 'trades[0].entryPrice', amount],
    ['a trade', 'trades[0].exitPrice', amount],
    ['a trade', 'trades[0].stopLoss', price],
    ['a trade', 'trades[0].takeProfit', price],
    ['a trade', 'trades[0].feesPaid', given],
    ['a trade', 'trades[0].spreadPaid', given],
    ['a trade', 'trades[0].slippagePaid', given],
    ['a trade', 'trades[0].note', length(0, 1000)],
  ];
  it.each(table)('are inclusive for %s: %s', async (what, field, { accepted, refused }, rest = {}) => {
    const [, path, body] = INPUTS.find(([name]) => name === what)!;
    // A clientId is stored with one content per session, so every accepted trade needs a new session.
    const post = async (value: unknown) => {
      const own =
        what === 'a trade'
          ? `/sessions/${(await aSession(t.call, everySessionField(project.id))).id}/trades`
          : path();
      return t.call.post(own, withField({ ...body(), ...rest }, field, value));
    };
    for (const value of accepted) expect((await post(value)).status).toBe(201);
    for (const value of refused) expectProblem(await post(value), 'VALIDATION_FAILED', [field]);
  });

  it('are inclusive for the times and the clientId of a trade', async () => {
    const post = (fields: Fields) =>
      t.call.post(`/sessions/${session.id}/trades`, { trades: [{ ...aTrade(), ...fields }] });
    await post({ entryTime: 1, exitTime: 1 }).expect(201);
    await post({ entryTime: LAST, exitTime: LAST }).expect(201);
    await post({ clientId: 'x' }).expect(201);
    await post({ clientId: 'x'.repeat(128) }).expect(201);
    for (const entryTime of [0, -1, 1.5]) {
      expectProblem(await post({ entryTime }), 'VALIDATION_FAILED', ['trades[0].entryTime']);
    }
    for (const exitTime of [0, -1, LAST + 1, LAST - 0.5]) {
      expectProblem(await post({ entryTime: 1, exitTime }), 'VALIDATION_FAILED', ['trades[0].exitTime']);
    }
    const late = { entryTime: LAST + 1, exitTime: LAST + 1 };
    expectProblem(await post(late), 'VALIDATION_FAILED', ['trades[0].entryTime', 'trades[0].exitTime']);
    for (const clientId of ['', 'x'.repeat(129)]) {
      expectProblem(await post({ clientId }), 'VALIDATION_FAILED', ['trades[0].clientId']);
    }
  });

  it.each(everyField.filter(([, , kind]) => kind === 'number'))(
    'exclude, for %s of %s, a JSON number that a double cannot hold',
    async (field, _what, _kind, path, body) => {
      for (const [number, problem] of [
        ['1e400', /^must not be greater than [\de+]+$/],
        ['-1e400', /^must (not be less|be greater) than -?[\de+-]+$/],
      ] as const) {
        const text = JSON.stringify(withField(body(), field, 77_077)).replace('77077', number);
        const response = await t.call.post(path()).set('content-type', 'application/json').send(text);
        expect(response.status).toBe(400);
        // A bound of a range can also be on the wrong side of the other bound.
        expect(response.body.details).toContainEqual({ field, message: expect.stringMatching(problem) });
      }
    },
  );
});
