import { gzipSync } from 'node:zlib';
import { DataSource } from 'typeorm';
import { randomUUID } from 'node:crypto';
import { KeysService } from '../../src/platform/auth/keys.service.js';
import type { Scope } from '../../src/platform/auth/principal.js';
import { type Caller, TestApp, callerWith, startTestApp } from '../support/app.js';
import { aSession, aSessionWith, aTrade, finish } from '../support/factories.js';
import { expectProblem } from '../support/problems.js';

let t: TestApp;
/** A second instance on the same database, with the same keys. */
let second: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  second = await startTestApp({ API_KEYS: t.environment.API_KEYS });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

const UNKNOWN = '0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a';
const LIMIT = 262_144;

const pathOf = ({ id }: { readonly id: string }) => `/sessions/${id}/state`;

/** Sends a PUT with a body exactly as written. */
const putText = (path: string, text: string) =>
  t.call.put(path).set('content-type', 'application/json').send(text);

/** Returns arrays or objects that are nested in a number of levels. */
const nested = (levels: number, kind: 'arrays' | 'objects') =>
  kind === 'arrays'
    ? `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    : `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;

describe('the state of a session', () => {
  it('is null until a state is stored', async () => {
    const response = await t.call.get(pathOf(await aSession(t.call))).expect(200);
    expect(response.text).toBe('{"state":null,"updatedAt":null}');
    expect(response.headers).toMatchObject({ etag: '"0"', 'cache-control': 'private, no-cache' });
  });

  it('is read as it was stored, by every instance, with the ETag of the PUT', async () => {
    const path = pathOf(await aSession(t.call));
    const state = { replayedTo: 1680364800000, orders: [{ side: 'long' }], nothing: null, text: 'é\u0000"' };
    const before = Date.now();
    const put = await t.call.put(path, { state }).expect(200);
    expect(put.body).toEqual({ updatedAt: expect.any(Number) });
    expect(put.body.updatedAt).toBeGreaterThanOrEqual(before);
    for (const call of [t.call, callerWith(second.stranger, t.secrets.own)]) {
      const { body, headers } = await call.get(path).expect(200);
      expect(body).toEqual({ state, updatedAt: put.body.updatedAt });
      expect(headers).toMatchObject({ etag: put.headers['etag'], 'cache-control': 'private, no-cache' });
      expect(headers['etag']).toMatch(/^"[^"]+"$/);
    }
  });

  it('is replaced as a whole, even after the finish of the session, and the session itself does not change', async () => {
    const session = await aSessionWith(t.call, [aTrade()]);
    await t.call.put(pathOf(session), { state: { a: 1 } }).expect(200);
    const { session: finished } = await finish(t.call, session);
    await t.call.put(pathOf(session), { state: { b: 2 } }).expect(200);
    expect((await t.call.get(pathOf(session))).body.state).toEqual({ b: 2 });
    expect((await t.call.get(`/sessions/${session.id}`)).body.session).toEqual(finished);
  });

  it('has an ETag that changes with every PUT, and a GET with this ETag in If-None-Match gets a 304', async () => {
    const path = pathOf(await aSession(t.call));
    const tags = [(await t.call.get(path)).headers['etag']!];
    for (const state of [{ a: 1 }, { a: 2 }, { a: 2 }])
      tags.push((await t.call.put(path, { state }).expect(200)).headers['etag']!);
    expect(new Set(tags).size).toBe(4);
    const last = tags.at(-1)!;
    for (const known of [last, `W/${last}`, `"x", ${last}`, '*']) {
      const response = await t.call.get(path).set('if-none-match', known).expect(304);
      expect(response.text).toBe('');
      expect(response.headers).toMatchObject({ etag: last, 'cache-control': 'private, no-cache' });
    }
    for (const known of [tags[1]!, 'x', '"99"'])
      expect((await t.call.get(path).set('if-none-match', known).expect(200)).body.state).toEqual({ a: 2 });
    const fresh = pathOf(await aSession(t.call));
    await t.call.get(fresh).set('if-none-match', tags[0]!).expect(304);
  });
});

describe('PUT state', () => {
  const texts: [what: string, text: string][] = [
    ['an empty object', '{}'],
    [
      'names that every object inherits',
      '{"__proto__":{"a":1},"constructor":1,"toString":null,"hasOwnProperty":[],"prototype":2}',
    ],
    ['an empty name and names with quotes', String.raw`{"":1,"\"":2,"\\":3,"state":{"state":4}}`],
    [
      'more than 100 names',
      JSON.stringify(Object.fromEntries(Array.from({ length: 15_000 }, (_, i) => [`k${i}`, i]))),
    ],
    [
      'more than 500 elements, and arrays in arrays',
      JSON.stringify({ a: Array.from({ length: 3_000 }, (_, i) => [i, [i]]) }),
    ],
    [
      'numbers that JavaScript changes',
      '{"a":1e400,"b":12345678901234567890,"c":-0,"d":1.0,"e":1E-7,"f":0.1000}',
    ],
    ['a name twice', '{"a":1,"a":2}'],
    ['unpaired surrogates and NUL', String.raw`{"a":"\ud800","\udfff":"\u0000"}`],
    ['characters of every length', '{"a":"é€😀\u2028"}'],
    ['64 levels of objects', nested(64, 'objects')],
    ['64 levels of arrays', nested(64, 'arrays')],
  ];
  it.each(texts)('stores without change: %s', async (_, text) => {
    const path = pathOf(await aSession(t.call));
    const { body } = await putText(path, `{"state":${text}}`).expect(200);
    expect((await t.call.get(path).expect(200)).text).toBe(`{"state":${text},"updatedAt":${body.updatedAt}}`);
  });

  it('stores the state without the white space between values and without needless escapes', async () => {
    const path = pathOf(await aSession(t.call));
    await putText(path, String.raw`{ "st\u0061te" : { "\u00e9" : [ 1 , "a\/ b" ] } }`).expect(200);
    expect((await t.call.get(path)).text).toMatch(/^\{"state":\{"é":\[1,"a\/ b"\]\},/);
  });

  it.each([
    ['ASCII', 'x'],
    ['characters of two bytes', 'é'],
    ['characters of four bytes', '😀'],
  ])('accepts up to 262,144 bytes of %s', async (_, character) => {
    const path = pathOf(await aSession(t.call));
    const frame = Buffer.byteLength('{"a":""}');
    const count = Math.floor((LIMIT - frame) / Buffer.byteLength(character));
    const fill = 'y'.repeat(LIMIT - frame - count * Buffer.byteLength(character));
    const state = { a: fill + character.repeat(count) };
    expect(Buffer.byteLength(JSON.stringify(state))).toBe(LIMIT);
    await t.call.put(path, { state }).expect(200);
    expect((await t.call.get(path)).body.state).toEqual(state);
    const larger = { a: `${state.a}z` };
    expectProblem(await t.call.put(path, { state: larger }), 'PAYLOAD_TOO_LARGE', ['state']);
    expect((await t.call.get(path)).body.state).toEqual(state);
  });

  it('accepts a longer text, up to the limit of bodies, if its compact form is short enough', async () => {
    const path = pathOf(await aSession(t.call));
    const state = { a: 'é'.repeat(100_000), b: Array.from({ length: 5_000 }, () => 1) };
    const ascii = JSON.stringify({ state }, null, 40).replaceAll('é', '\\u00e9');
    expect(ascii.length).toBeGreaterThan(2 * LIMIT);
    await putText(path, ascii).expect(200);
    expect((await t.call.get(path)).body.state).toEqual(state);
    const spaced = (bytes: number) => `{"state":{}${' '.repeat(bytes - 12)}}`;
    await putText(path, spaced(4 * 2 ** 20)).expect(200);
    expectProblem(await putText(path, spaced(4 * 2 ** 20 + 1)), 'PAYLOAD_TOO_LARGE');
  });

  it('accepts a compressed body', async () => {
    const path = pathOf(await aSession(t.call));
    const request = t.call.put(path).set('content-type', 'application/json').set('content-encoding', 'gzip');
    request.write(gzipSync('{"state":{"a":1}}'));
    await request.expect(200);
    expect((await t.call.get(path)).body.state).toEqual({ a: 1 });
  });

  const wrong: [body: string, fields: string[]][] = [
    ['', ['state']],
    ['{}', ['state']],
    ['{"state":null}', ['state']],
    ['{"state":[]}', ['state']],
    ['{"state":"{}"}', ['state']],
    ['{"state":1}', ['state']],
    ['{"state":true}', ['state']],
    ['{"state":{},"state":{}}', ['state']],
    ['{"state":{},"other":1}', ['other']],
    ['{"state":{},"__proto__":{},"updatedAt":1}', ['__proto__', 'updatedAt']],
    ['[]', ['body']],
    ['null', ['body']],
    ['"state"', ['body']],
    [`{"state":${nested(65, 'objects')}}`, ['state']],
    [`{"state":${nested(65, 'arrays')}}`, ['state']],
  ];
  it.each(wrong)('refuses the body %j', async (body, fields) => {
    const path = pathOf(await aSession(t.call));
    expectProblem(await putText(path, body), 'VALIDATION_FAILED', fields);
    expect((await t.call.get(path)).body.state).toBeNull();
  });

  it.each([
    '{',
    '{"state":{}',
    '{"state":{}}}',
    '{"state":{"a":1 2}}',
    '{"state":{"a":tr ue}}',
    ' ',
    '{"state":{"a":"\u0001"}}',
    String.raw`{"state":{"a":"\x"}}`,
    '{"state":{"a":01}}',
    '{"state":{,}}',
    '{"state":NaN}',
  ])('refuses a text that is not JSON: %s', async (body) =>
    expectProblem(await putText(pathOf(await aSession(t.call)), body), 'MALFORMED_JSON'),
  );

  it('refuses bytes that are not UTF-8', async () => {
    const path = pathOf(await aSession(t.call));
    const request = t.call.put(path).set('content-type', 'application/json');
    request.write(Buffer.from('{"state":{"a":"caf\xe9"}}', 'latin1'));
    expectProblem(await request, 'MALFORMED_JSON');
    expect((await t.call.get(path)).body.state).toBeNull();
  });

  it('refuses very deep nesting', async () => {
    const path = pathOf(await aSession(t.call));
    expectProblem(await putText(path, `{"state":${'['.repeat(2_000_000)}`), 'VALIDATION_FAILED', ['state']);
  });

  it('refuses other content types, and a query', async () => {
    const path = pathOf(await aSession(t.call));
    const text = t.call.put(path).set('content-type', 'text/plain').send('{"state":{}}');
    expectProblem(await text, 'UNSUPPORTED_MEDIA_TYPE');
    expectProblem(await t.call.put(`${path}?a=1`, { state: {} }), 'VALIDATION_FAILED', ['a']);
    expectProblem(await t.call.get(`${path}?a=1`), 'VALIDATION_FAILED', ['a']);
  });
});

describe('a precondition', () => {
  it('allows a client to replace only the state that it has read: If-Match', async () => {
    const path = pathOf(await aSession(t.call));
    const put = (state: object, ifMatch: string) => t.call.put(path, { state }).set('if-match', ifMatch);
    const none = (await t.call.get(path)).headers['etag']!;
    expectProblem(await put({}, '*'), 'STATE_CHANGED');
    expectProblem(await put({}, '"1"'), 'STATE_CHANGED');
    const first = (await put({ a: 1 }, none).expect(200)).headers['etag']!;
    expectProblem(await put({ a: 0 }, none), 'STATE_CHANGED');
    const next = (await put({ a: 2 }, `W/${first}`).expect(200)).headers['etag']!;
    for (const ifMatch of [first, '"x"', 'x', '', `"x", ${first}`])
      expectProblem(await put({ a: 0 }, ifMatch), 'STATE_CHANGED');
    expect((await t.call.get(path)).body.state).toEqual({ a: 2 });
    await put({ a: 3 }, `"x" , ${next}`).expect(200);
    await put({ a: 4 }, '*').expect(200);
    expect((await t.call.get(path)).body.state).toEqual({ a: 4 });
  });

  it('allows storing only the first state: If-None-Match: *', async () => {
    const path = pathOf(await aSession(t.call));
    const put = (state: object) => t.call.put(path, { state }).set('if-none-match', '*');
    await put({ a: 1 }).expect(200);
    expectProblem(await put({ a: 2 }), 'STATE_CHANGED');
    expect((await t.call.get(path)).body.state).toEqual({ a: 1 });
  });

  const races: [what: string, header: string, valueOf: (tag: string) => string][] = [
    ['If-Match on the same state', 'if-match', (tag) => tag],
    ['If-Match on none', 'if-match', () => '"0"'],
    ['If-None-Match: *', 'if-none-match', () => '*'],
  ];
  it.each(races)('lets only one of ten clients at two instances write: %s', async (what, header, valueOf) => {
    const path = pathOf(await aSession(t.call));
    const callers = [t.call, callerWith(second.stranger, t.secrets.own)];
    const isFirst = what !== 'If-Match on the same state';
    const tag = isFirst ? '"0"' : (await t.call.put(path, { state: {} })).headers['etag']!;
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        callers[i % 2]!.put(path, { state: { tab: i } })
          .set(header, valueOf(tag))
          .then((answer) => answer),
      ),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expectProblem(answer, 'STATE_CHANGED');
    const { body, headers } = await t.call.get(path);
    expect(body.state).toEqual({ tab: answers.indexOf(won[0]!) });
    expect(headers['etag']).toBe(won[0]!.headers['etag']);
  });

  it('is optional: every write without a precondition succeeds, and the last write wins', async () => {
    const path = pathOf(await aSession(t.call));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => t.call.put(path, { state: { tab: i } }).expect(200)),
    );
    const { body, headers } = await t.call.get(path);
    expect(answers[body.state.tab]!.headers['etag']).toBe(headers['etag']);
    expect(new Set(answers.map((answer) => answer.headers['etag'])).size).toBe(10);
  });
});

describe('the state of a session that does not exist', () => {
  it.each(['of nobody', 'of another workspace', 'that is no id'])(
    'is not found for a session %s',
    async (whose) => {
      const id =
        whose === 'of nobody'
          ? UNKNOWN
          : whose === 'that is no id'
            ? 'nowhere'
            : (await aSession(t.other)).id;
      const path = pathOf({ id });
      expectProblem(await t.call.get(path), 'SESSION_NOT_FOUND');
      for (const headers of [{}, { 'if-match': '*' }, { 'if-none-match': '*' }, { 'if-match': '"0"' }])
        expectProblem(await t.call.put(path, { state: {} }).set(headers), 'SESSION_NOT_FOUND');
    },
  );

  it('is deleted with the session', async () => {
    const session = await aSession(t.call);
    await t.call.put(pathOf(session), { state: { a: 1 } }).expect(200);
    const database = t.app.get(DataSource);
    await database.query('DELETE FROM session_assets WHERE session_id = $1', [session.id]);
    await database.query('DELETE FROM sessions WHERE id = $1', [session.id]);
    expectProblem(await t.call.put(pathOf(session), { state: {} }), 'SESSION_NOT_FOUND');
    expect(await database.query('SELECT FROM session_states WHERE session_id = $1', [session.id])).toEqual(
      [],
    );
  });

  it('is not found by a PUT that races with the deletion', async () => {
    for (let round = 0; round < 5; round += 1) {
      const session = await aSession(t.call);
      const database = t.app.get(DataSource);
      await database.query('DELETE FROM session_assets WHERE session_id = $1', [session.id]);
      const puts = Array.from({ length: 6 }, () => t.call.put(pathOf(session), { state: {} }));
      const [, ...answers] = await Promise.all([
        database.query('DELETE FROM sessions WHERE id = $1', [session.id]),
        ...puts,
      ]);
      for (const { status } of answers as { status: number }[]) expect([200, 404]).toContain(status);
    }
  });
});

describe('the scopes of a key', () => {
  const scopes: [scopes: Scope[], get: number, put: number][] = [
    [['read'], 200, 403],
    [['write'], 403, 200],
    [[], 403, 403],
  ];
  it.each(scopes)('decide whether the key can read and replace a state: %j', async (given, get, put) => {
    const workspace = `w-${randomUUID()}`;
    const keyWith = async (keyScopes: Scope[]): Promise<Caller> => {
      const wanted = { name: 'test', workspace, scopes: keyScopes, expiresAt: null };
      return callerWith(t.stranger, (await t.app.get(KeysService).create(wanted)).secret);
    };
    const path = pathOf(await aSession(await keyWith(['read', 'write'])));
    const call = await keyWith(given);
    expect((await call.get(path)).status).toBe(get);
    expect((await call.put(path, { state: {} })).status).toBe(put);
  });

  it('are required, so a request without a key is refused', async () => {
    const path = pathOf(await aSession(t.call));
    expectProblem(await t.stranger.get(path), 'UNAUTHORIZED');
    expectProblem(await t.stranger.put(path).send({ state: {} }), 'UNAUTHORIZED');
  });
});
