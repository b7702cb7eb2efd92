import { once } from 'node:events';
import { STATUS_CODES, Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { PROBLEM_STATUS, type ProblemCode } from '../../shared/problems/problem.js';
import { limitConnections } from './connection-limits.js';

let server: Server;
let lines: string[];

/** A server that responds as soon as it has the headers of a request, or only after the whole body for a POST. */
beforeEach(async () => {
  lines = [];
  server = createServer((request, response) => {
    Object.assign(request, { id: request.headers['x-request-id'] });
    if (request.method !== 'POST') return response.end('fine');
    request.on('end', () => response.end('fine')).on('error', () => undefined);
    return request.resume();
  });
  limitConnections(
    server,
    pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

/** Sends bytes, and returns everything that the server sends until it closes the connection. */
async function talk(bytes: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  const errors: Error[] = [];
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  socket.on('error', (error) => errors.push(error));
  socket.write(Buffer.from(bytes, 'latin1'));
  await once(socket, 'close');
  expect(errors).toEqual([]);
  return text;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Checks that a text is a whole response with this error. Returns its message and its request id. */
function problemIn(text: string, code: ProblemCode) {
  const [head = '', body = '', ...rest] = text.split('\r\n\r\n');
  expect(rest).toEqual([]);
  const statusCode = PROBLEM_STATUS[code];
  const [first, ...headers] = head.split('\r\n');
  expect(first).toBe(`HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`);
  const { message, details, requestId, ...others } = JSON.parse(body);
  expect(others).toEqual({ statusCode, error: STATUS_CODES[statusCode], code });
  expect(details).toEqual(
    code === 'VALIDATION_FAILED' ? [{ field: 'request', message: expect.any(String) }] : undefined,
  );
  for (const header of [
    'connection: close',
    `x-request-id: ${requestId}`,
    'cache-control: private, no-cache',
    'x-content-type-options: nosniff',
    'content-type: application/json; charset=utf-8',
    `content-length: ${body.length}`,
  ])
    expect(headers.map((line) => line.replace(/^[^:]+/, (name) => name.toLowerCase()))).toContain(header);
  return { message, requestId };
}

const LONG = 'x'.repeat(17_000);
const POST = 'POST / HTTP/1.1\r\nhost: a\r\nx-request-id: mine\r\n';

const BROKEN: [what: string, bytes: string, code: ProblemCode, message: RegExp][] = [
  ['a line that is not HTTP', 'hello\r\n\r\n', 'VALIDATION_FAILED', /^request is not valid HTTP: .+\.$/],
  ['an unknown method', 'FETCH / HTTP/1.1\r\n\r\n', 'VALIDATION_FAILED', /not valid HTTP: .*method/i],
  ['a blank in the path', 'GET /a b HTTP/1.1\r\n\r\n', 'VALIDATION_FAILED', /not valid HTTP/],
  ['NUL in a header', 'GET / HTTP/1.1\r\na: \0\r\n\r\n', 'VALIDATION_FAILED', /not valid HTTP: .*header/i],
  ['a header without a colon', 'GET / HTTP/1.1\r\na\r\n\r\n', 'VALIDATION_FAILED', /not valid HTTP/],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'VALIDATION_FAILED', /not valid HTTP/],
  ['a long path', `GET /${LONG} HTTP/1.1\r\n\r\n`, 'HEADERS_TOO_LARGE', /16384 bytes/],
  ['a long header', `GET / HTTP/1.1\r\na: ${LONG}\r\n\r\n`, 'HEADERS_TOO_LARGE', /16384 bytes/],
  ['a body that is not in chunks', `${POST}transfer-encoding: chunked\r\n\r\nzz\r\n`, 'VALIDATION_FAILED', /chunk/i],
  ['long extensions of chunks', `${POST}transfer-encoding: chunked\r\n\r\n1;a=${LONG}\r\n`, 'PAYLOAD_TOO_LARGE', /extensions/],
]; // prettier-ignore

describe('a request that is not valid HTTP', () => {
  it.each(BROKEN)(
    'gets an error of the common shape, whose id is in the log: %s',
    async (_, bytes, code, message) => {
      const found = problemIn(await talk(bytes), code);
      expect(found.message).toMatch(message);
      // The id that a client sends is known only if the headers are valid.
      expect(found.requestId).toMatch(bytes.startsWith(POST) ? /^mine$/ : UUID);
      expect(lines.map((line) => JSON.parse(line))).toEqual([
        {
          level: 30,
          requestId: found.requestId,
          status: PROBLEM_STATUS[code],
          code,
          cause: expect.stringMatching(/^HPE_/),
          address: '127.0.0.1',
          msg: 'request refused',
        },
      ]);
    },
  );

  it('gets no body if it is a HEAD request', async () => {
    const text = await talk('HEAD /pro\xffjects HTTP/1.1\r\nhost: a\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\nContent-Length: [1-9]\d*\r\n\r\n$/);
    expect(lines).toHaveLength(1);
  });

  it('gets its response before the connection closes, although it sends much more', async () => {
    const text = await talk(`GET / HTTP/1.1\r\na: ${'x'.repeat(8 * 2 ** 20)}\r\n\r\n`);
    problemIn(text, 'HEADERS_TOO_LARGE');
    expect(lines).toHaveLength(1);
  });

  it('does not add its response to a response that has begun', async () => {
    server.removeAllListeners('request');
    server.on('request', (_request, response) => response.writeHead(200).flushHeaders());
    const text = await talk('GET / HTTP/1.1\r\nhost: a\r\n\r\nhello\r\n\r\n');
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).not.toContain('VALIDATION_FAILED');
  });
});

describe('a request that arrives too slowly', () => {
  it('gets an error of the common shape', async () => {
    server.close();
    await once(server, 'close');
    server = createServer({ connectionsCheckingInterval: 10 });
    limitConnections(
      server,
      pino({ base: null, timestamp: false }, { write: (line) => void lines.push(line) }),
    );
    server.headersTimeout = 20;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { requestId } = problemIn(await talk('GET / HTTP/1.1\r\nhost'), 'REQUEST_TIMEOUT');
    expect(JSON.parse(lines.join(''))).toMatchObject({ requestId, cause: 'ERR_HTTP_REQUEST_TIMEOUT' });
  });
});
