import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { TestApp, startTestApp } from './support/app.js';
import { aSession, aTrade } from './support/factories.js';
import { expectProblem } from './support/problems.js';

const LIMIT = 4 * 2 ** 20;

/** Without the checks of their shape, the bodies below need 4 to 150 s; machines that run tests are busy, so the bound is generous. */
const LONGEST_BLOCK_MS = 1_000;

let t: TestApp;
let sessionId: string;
beforeAll(async () => {
  t = await startTestApp();
  ({ id: sessionId } = await aSession(t.call));
});
afterAll(() => t.close());

/** As many copies of a text as the largest body can hold. */
const full = (start: string, unit: (i: number) => string, end: string): string => {
  const units: string[] = [];
  let length = start.length + end.length;
  for (let i = 0; ; i += 1) {
    const next = unit(i);
    length += next.length + 1;
    if (length > LIMIT) return `${start}${units.join(',')}${end}`;
    units.push(next);
  }
};

const rowOf = (fields: object) => JSON.stringify({ ...aTrade(), ...fields });

type Body = [what: string, path: () => string, text: string, field: string];
const PROJECTS = () => '/projects';
const TRADES = () => `/sessions/${sessionId}/trades`;
const FINISH = () => `/sessions/${sessionId}/finish`;

const BODIES: readonly Body[] = [
  ['unknown fields', PROJECTS, full('{', (i) => `"k${i}":1`, '}'), 'body'],
  ['unknown fields where none is expected', FINISH, full('{', (i) => `"k${i}":1`, '}'), 'body'],
  ['one field many times', PROJECTS, full('{', () => '"name":1', '}'), 'body'],
  ['numbered fields', PROJECTS, full('{', (i) => `"${i * 1024}":1`, '}'), 'body'],
  ['unknown fields of a trade', TRADES, full('{"trades":[{', (i) => `"k${i}":1`, '}]}'), 'trades[0]'],
  ['empty objects for trades', TRADES, full('{"trades":[', () => '{}', ']}'), 'trades'],
  ['empty objects for assets', () => '/sessions', full('{"assets":[', () => '{}', ']}'), 'assets'],
  ['trades of small objects', TRADES, full('{"trades":[', (i) => `{"k${i}":1}`, ']}'), 'trades'],
  ['strings', PROJECTS, full('{"name":[', () => '""', ']}'), 'name'],
  [
    'small lists of small lists',
    PROJECTS,
    full('{"name":[', () => `[${Array(450).fill('{}').join()}]`, ']}'),
    'name',
  ],
  ['brackets', PROJECTS, `{"name":${'['.repeat(LIMIT - 8)}`, `name${'[0]'.repeat(10)}`],
  ['objects in objects', PROJECTS, '{"a":'.repeat(LIMIT / 6), `${'a.'.repeat(10)}a`],
  ['a long string', PROJECTS, `{"name":"${'x'.repeat(LIMIT - 20)}"}`, 'name'],
  ['a string of white space', PROJECTS, `{"name":"${' '.repeat(LIMIT - 20)}"}`, 'name'],
  ['a string of escapes', PROJECTS, `{"name":"${'\\u0041'.repeat((LIMIT - 20) / 6)}"}`, 'name'],
  ['a string of pairs', PROJECTS, `{"name":"${'\\ud83d\\ude00'.repeat((LIMIT - 20) / 12)}"}`, 'name'],
  ['a long symbol', PROJECTS, `{"symbol":"${'x'.repeat(LIMIT - 20)}"}`, 'symbol'],
  ['a long number', PROJECTS, `{"name":${'9'.repeat(LIMIT - 20)}}`, 'name'],
  ['a long fraction', PROJECTS, `{"name":0.${'1'.repeat(LIMIT - 20)}}`, 'name'],
  [
    'a long timezone',
    () => '/sessions',
    `{"accountTimezone":"${'A/'.repeat(LIMIT / 2 - 20)}"}`,
    'accountTimezone',
  ],
  [
    '500 trades with 30 unknown fields each',
    TRADES,
    `{"trades":[${Array(500)
      .fill(rowOf(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i]))))
      .join()}]}`,
    'trades[0].k0',
  ],
  [
    '200 objects of 99 unknown fields',
    TRADES,
    `{"trades":[${Array(198)
      .fill(JSON.stringify(Object.fromEntries(Array.from({ length: 99 }, (_, i) => [`k${i}`, i]))))
      .join()}]}`,
    'trades[0].k0',
  ],
  [
    'lists of unknown objects',
    TRADES,
    `{"trades":[${Array(38)
      .fill(`{"k":[${Array(499).fill('{}').join()}]}`)
      .join()}]}`,
    'trades[0].k',
  ],
  [
    'unknown objects in unknown objects',
    PROJECTS,
    `{"a":[${Array(39)
      .fill(`[${Array(499).fill('{}').join()}]`)
      .join()}]}`,
    'a',
  ],
  [
    '500 trades with every field wrong',
    TRADES,
    `{"trades":[${Array(500)
      .fill(JSON.stringify(Object.fromEntries(Object.keys(aTrade()).map((name) => [name, {}]))))
      .join()}]}`,
    'trades[0].qty',
  ],
];

describe('a body of up to 4 MB', () => {
  it.each(BODIES)('of %s is refused without blocking other requests', async (_, path, text, field) => {
    // What else the machine does may block a process once, but not each time.
    let [blockedMs, attempts] = [Infinity, 0];
    for (; attempts < 3 && blockedMs >= LONGEST_BLOCK_MS; attempts += 1) {
      const delay = monitorEventLoopDelay({ resolution: 5 });
      const request = t.call
        .post(path())
        .set('content-type', 'application/json')
        .serialize(String)
        .send(text as never);
      delay.enable();
      const response = await request;
      // The delay is recorded at the next turn of the loop.
      await setTimeout(20);
      delay.disable();
      expect(response.body).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED' });
      expect(response.body.details.map((detail: { field: string }) => detail.field)).toContain(field);
      blockedMs = delay.max / 1e6;
    }
    expect(blockedMs).toBeLessThan(LONGEST_BLOCK_MS);
  });

  it('is refused as quickly when it is not JSON', async () => {
    for (const text of [
      ' '.repeat(LIMIT),
      '"'.repeat(LIMIT),
      '{"a":"'.padEnd(LIMIT, '\\'),
      '-'.repeat(LIMIT),
    ]) {
      const response = await t.call.post('/projects').set('content-type', 'application/json').send(text);
      expectProblem(response, 'MALFORMED_JSON');
    }
  });
});
