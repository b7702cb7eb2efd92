import fc from 'fast-check';

const PROJECT = '{"name":"Raw","symbol":"X","timeframe":"1m"}';

/** Returns a request as bytes. KEY stands for the key. */
export const raw = (line: string, headers: readonly string[] = [], body = ''): string =>
  [line, 'Host: localhost', 'x-api-key: KEY', 'Connection: close', ...headers, '', body].join('\r\n');
export const get = (path: string, ...headers: readonly string[]) => raw(`GET ${path} HTTP/1.1`, headers);
export const post = (headers: readonly string[], body = PROJECT) =>
  raw('POST /projects HTTP/1.1', ['Content-Type: application/json', ...headers], body);

const length = Buffer.byteLength(PROJECT);
const gzipBomb = '\x1f\x8b';

type Case = [what: string, statuses: readonly number[], ...parts: string[]];
/** Requests, with the possible statuses of their responses. */
export const RAW_CASES: readonly Case[] = [
  ['a request as it is', [200], get('/projects')],
  ['a request byte by byte', [200], ...get('/health/live')],
  [
    'two requests at once',
    [200, 200],
    get('/projects').replace('Connection: close\r\n', ''),
    get('/projects'),
  ],
  [
    'a hundred requests at once',
    Array.from({ length: 101 }, () => 200),
    get('/health/live').replace('Connection: close\r\n', '').repeat(100),
    get('/health/live'),
  ],
  ['empty lines first', [200], '\r\n\r\n', get('/projects')],
  ['bare line feeds', [400], get('/projects').replaceAll('\r\n', '\n')],
  ['HTTP/1.0', [200], raw('GET /projects HTTP/1.0')],
  ['HTTP/0.9', [401], 'GET /projects\r\n\r\n'],
  ['HTTP/2.0', [200], raw('GET /projects HTTP/2.0')],
  ['HTTP/1.10', [400], raw('GET /projects HTTP/1.10')],
  ['the preface of HTTP/2', [400], 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['TLS', [400], '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['nothing', [], ''],
  ['NUL', [400], '\0\0\0\0'],
  ['no host', [400], 'GET /projects HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', [400], get('/projects', 'Host: there')],
  ['a method in small letters', [400], raw('get /projects HTTP/1.1')],
  ['an unknown method', [400], raw('FETCH /projects HTTP/1.1')],
  ['a long method', [400], raw(`${'G'.repeat(5000)} /projects HTTP/1.1`)],
  ['CONNECT', [], raw('CONNECT here:80 HTTP/1.1')],
  ['TRACE', [405], raw('TRACE /projects HTTP/1.1')],
  ['no path', [400], raw('GET  HTTP/1.1')],
  ['a blank in the path', [400], get('/projects /x')],
  ['NUL in the path', [400], get('/proj\0ects')],
  ['a byte above 127 in the path', [400], get('/proj\xe4cts')],
  ['a path with an address before it', [200], get('http://here/projects')],
  ['an invalid address before the path', [200], get('http://xn--a/projects')],
  ['an asterisk for a path', [404], get('*')],
  ['OPTIONS of all', [204], raw('OPTIONS * HTTP/1.1')],
  ['an endless path', [431], get(`/${'x'.repeat(20_000)}`)],
  ['a header without a colon', [400], get('/projects', 'x-header')],
  ['a header without a name', [400], get('/projects', ': x')],
  ['a blank before a colon', [400], get('/projects', 'x-a : x')],
  ['a folded header', [400], get('/projects', 'x-a: b', ' c')],
  ['NUL in a header', [400], get('/projects', 'x-a: \0')],
  ['a line feed in a header', [400], get('/projects', 'x-a: b\nx-c: d')],
  ['a request id that breaks the line', [400], get('/projects', 'x-request-id: a\rSet-Cookie: b')],
  ['a key with a NUL', [400], get('/projects').replace('KEY', 'KEY\0')],
  ['an endless header', [431], get('/projects', `x-a: ${'x'.repeat(20_000)}`)],
  [
    'more headers than any client sends',
    [431],
    get('/projects', ...Array.from({ length: 500 }, () => 'a: b')),
  ],
  ['a length and chunks', [400], post([`Content-Length: ${length}`, 'Transfer-Encoding: chunked'])],
  [
    'chunks declared as gzip',
    [201],
    post(['Transfer-Encoding: gzip, chunked'], `${length.toString(16)}\r\n${PROJECT}\r\n0\r\n\r\n`),
  ],
  ['an unknown transfer coding', [400], post(['Transfer-Encoding: cow'])],
  [
    'chunks',
    [201],
    post(
      ['Transfer-Encoding: chunked'],
      `5\r\n${PROJECT.slice(0, 5)}\r\n${(length - 5).toString(16)}\r\n${PROJECT.slice(5)}\r\n0\r\n\r\n`,
    ),
  ],
  [
    'chunks with extensions and trailers',
    [201],
    post(
      ['Transfer-Encoding: chunked', 'Trailer: x-api-key'],
      `${length.toString(16)};a="b"\r\n${PROJECT}\r\n0\r\nx-api-key: other\r\n\r\n`,
    ),
  ],
  ['a chunk of a wrong size', [400], post(['Transfer-Encoding: chunked'], `zz\r\n${PROJECT}\r\n0\r\n\r\n`)],
  [
    'a chunk of a negative size',
    [400],
    post(['Transfer-Encoding: chunked'], `-5\r\n${PROJECT}\r\n0\r\n\r\n`),
  ],
  [
    'a chunk of an immense size',
    [400],
    post(['Transfer-Encoding: chunked'], `ffffffffffffffffff\r\n${PROJECT}`),
  ],
  [
    'chunks that never end',
    [400],
    post(['Transfer-Encoding: chunked'], `${length.toString(16)}\r\n${PROJECT}\r\n`),
  ],
  ['no chunks', [400], post(['Transfer-Encoding: chunked'], '0\r\n\r\n')],
  ['a length that is too small', [400], post([`Content-Length: ${length - 1}`])],
  ['a length that is too large', [400], post([`Content-Length: ${length + 1}`])],
  ['an immense length', [413], post(['Content-Length: 999999999999'])],
  ['a length beyond all numbers', [400], post([`Content-Length: ${'9'.repeat(30)}`])],
  ['a negative length', [400], post(['Content-Length: -1'])],
  ['a length in hex', [400], post([`Content-Length: 0x${length.toString(16)}`])],
  ['a length with a sign', [400], post([`Content-Length: +${length}`])],
  ['a length with zeros before it', [201], post([`Content-Length: 000${length}`])],
  ['two lengths', [400], post([`Content-Length: ${length}`, `Content-Length: ${length + 1}`])],
  ['the same length twice', [400], post([`Content-Length: ${length}`, `Content-Length: ${length}`])],
  ['no length', [400], post([])],
  [
    'a length of nothing, and a body',
    [400],
    post(['Content-Length: 0']).replace('Connection: close\r\n', ''),
  ],
  ['half a request', [400], get('/projects').slice(0, 40)],
  ['bytes that are not UTF-8', [400], post(['Content-Length: 44'], PROJECT.replace('Raw', '\xff\xfe\xc0'))],
  ['half a gzip', [400], post(['Content-Encoding: gzip', `Content-Length: ${gzipBomb.length}`], gzipBomb)],
  ['an expectation', [417], post([`Content-Length: ${length}`, 'Expect: 200-maybe'])],
  ['a body that is waited for', [100, 201], post([`Content-Length: ${length}`, 'Expect: 100-continue'])],
  [
    'a key behind the request of another',
    [401, 200],
    get('/projects').replace('x-api-key: KEY\r\nConnection: close\r\n', ''),
    get('/projects'),
  ],
  [
    'a large body without a key',
    [401],
    post(['Content-Length: 3000000'], 'x'.repeat(3_000_000)).replace('KEY', 'wrong'),
  ],
];
const sound = [
  get('/projects'),
  get('/candles?symbol=FUZZED&interval=1m&count=5'),
  get('/candles/range?symbol=FUZZED&interval=5m&from=1704844800000&count=5'),
  get('/candles/as-of?symbol=FUZZED&intervals=5m,1h&at=1704849999999&count=5'),
  get('/sessions/0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a/stats?breakEvenThreshold=1'),
  post([`Content-Length: ${length}`]),
  post(['Transfer-Encoding: chunked'], `${length.toString(16)}\r\n${PROJECT}\r\n0\r\n\r\n`),
];
const cut = fc.record({
  at: fc.nat(400),
  drop: fc.constantFrom(0, 0, 1, 2, 10),
  put: fc.oneof(
    fc.constantFrom(
      '',
      '\r\n',
      '\n',
      '\r',
      ' ',
      '\t',
      ':',
      '\0',
      '%',
      '"',
      '\xff',
      '\r\n\r\n',
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      '0\r\n\r\n',
      'HTTP/1.1',
    ),
    fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((byte) => String.fromCharCode(byte)),
      maxLength: 5,
    }),
  ),
});
/** Generates valid requests that lost or gained some bytes, one or two per connection. */
export const mangled = fc
  .record({
    which: fc.nat(sound.length - 1),
    cuts: fc.array(cut, { minLength: 1, maxLength: 3 }),
    twice: fc.boolean(),
  })
  .map(({ which, cuts, twice }) => {
    const text = cuts.reduce((text, { at, drop, put }) => {
      const start = at % text.length;
      return text.slice(0, start) + put + text.slice(start + drop);
    }, sound[which]!);
    return twice ? text + text : text;
  });
