import { once } from 'node:events';
import { AddressInfo, Socket, connect } from 'node:net';
import { TestApp, startTestApp } from '../../support/app.js';
import { aSession, projectInput } from '../../support/factories.js';
import { settled } from '../../support/until.js';

let t: TestApp;
beforeAll(async () => (t = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000' })));
afterAll(() => t.close());

/** Opens a connection whose client can keep sending after the service has ended its side. */
const open = async (): Promise<Socket> => {
  const { port } = t.app.getHttpServer().address() as AddressInfo;
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
};

const head = (line: string, ...headers: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');

const own = () => `x-api-key: ${t.secrets.own}`;

/** Sends all bytes before reading any byte, as Python's urllib does, and fails if the connection fails. */
async function sendThenRead(bytes: string): Promise<string> {
  const socket = await open();
  const chunks: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
  socket.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => socket.end());
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

/**
 * Returns the error in a response. The error must be the only content of the response and have the shape of all errors.
 */
function problemIn(text: string): { statusCode: number; code: string; message: string } {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const problem = JSON.parse(body);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${problem.statusCode} `));
  expect(head.toLowerCase()).toContain(`x-request-id: ${problem.requestId}`.toLowerCase());
  expect(Buffer.byteLength(body)).toBe(Number(/content-length: (\d+)/i.exec(head)?.[1]));
  return problem;
}

describe('a response that is sent before the whole body has been received', () => {
  const EIGHT_MB = 8 * 2 ** 20;
  const post = (path: string, ...headers: readonly string[]) =>
    head(`POST ${path}`, 'Connection: close', `Content-Length: ${EIGHT_MB}`, ...headers) +
    'x'.repeat(EIGHT_MB);
  const chunk = `${(2 ** 20).toString(16)}\r\n${'x'.repeat(2 ** 20)}\r\n`;

  it.each<[code: string, request: () => string]>([
    ['UNAUTHORIZED', () => post('/projects')],
    ['UNAUTHORIZED', () => post('/projects', 'x-api-key: wrong')],
    ['NOT_FOUND', () => post('/nowhere', own())],
    ['METHOD_NOT_ALLOWED', () => post('/candles', own())],
    ['PAYLOAD_TOO_LARGE', () => post('/projects', own())],
    [
      'PAYLOAD_TOO_LARGE',
      () =>
        `${head('POST /projects', 'Connection: close', 'Transfer-Encoding: chunked', own())}${chunk.repeat(8)}0\r\n\r\n`,
    ],
    ['UNSUPPORTED_MEDIA_TYPE', () => post('/projects', own(), 'Content-Encoding: compress')],
  ])('%s reaches each of 20 clients that send everything before they read', async (code, request) => {
    for (let client = 0; client < 20; client += 1)
      expect(problemIn(await sendThenRead(request())).code).toBe(code);
  });

  it('reaches a client whose GET has a body', async () => {
    const text = await sendThenRead(
      `${head('GET /health/live', 'Connection: close', `Content-Length: ${EIGHT_MB}`)}${'x'.repeat(EIGHT_MB)}`,
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    expect(text).toMatch(/\{"status":"ok",[^{}]*\}$/);
  });

  it('reaches a client that keeps sending, and the service closes the connection after the body has ended', async () => {
    const socket = await open();
    socket.write(head('POST /projects', 'Connection: close', 'Content-Length: 20'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(problemIn(answer.toString()).code).toBe('UNAUTHORIZED');
    await once(socket, 'end');
    socket.write('x'.repeat(10));
    await settled(
      () => socket.closed,
      () => t.stranger.get('/health/live'),
    );
    expect(socket.closed).toBe(false);
    socket.write('x'.repeat(10));
    // The service now closes the read side as well, so further writes are refused.
    const refused = new Promise((resolve) => socket.on('error', resolve));
    const writing = setInterval(() => socket.write('x', () => undefined), 20);
    const error = await refused;
    clearInterval(writing);
    expect(error).toMatchObject({ code: expect.stringMatching(/EPIPE|ECONNRESET/) });
  });

  it('leaves a keep-alive connection usable for the next request', async () => {
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk))).on('end', () => socket.end());
    socket.write(head('POST /projects', `Content-Length: ${EIGHT_MB}`));
    socket.write('x'.repeat(EIGHT_MB));
    socket.write(head('GET /health/live', 'Connection: close'));
    await once(socket, 'close');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
  });

  it.each([
    ['text/csv', 'clientId,"\n', 'VALIDATION_FAILED'],
    ['application/json', '['.repeat(200), 'VALIDATION_FAILED'],
  ])('leaves a keep-alive connection usable if an import is refused early: %s', async (type, start, code) => {
    const session = await aSession(t.call);
    const socket = await open();
    let text = '';
    socket.on('data', (chunk) => (text += String(chunk))).on('end', () => socket.end());
    const line = `POST /sessions/${session.id}/trades/import HTTP/1.1`;
    const headers = ['Host: localhost', `Content-Type: ${type}`, `Content-Length: ${EIGHT_MB}`, own()];
    socket.write([line, ...headers, '', start.padEnd(EIGHT_MB, 'a')].join('\r\n'));
    socket.write(head('GET /health/live', 'Connection: close'));
    await once(socket, 'close');
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
    expect(text).toContain(`"code":"${code}"`);
  });

  it.each(['close', 'keep-alive'])(
    'is followed by the end of the connection if the body never ends (Connection: %s)',
    async (kind) => {
      const socket = await open();
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(head('POST /projects', `Connection: ${kind}`, 'Transfer-Encoding: chunked'));
      const closed = new Promise((resolve) => socket.on('close', resolve));
      let sent = 0;
      while (!socket.destroyed && sent < 300 * 2 ** 20) {
        await new Promise((resolve) => socket.write(chunk, resolve));
        sent += chunk.length;
      }
      await closed;
      expect(sent).toBeLessThan(200 * 2 ** 20);
    },
  );
});

describe('Expect: 100-continue', () => {
  const BODY = JSON.stringify(projectInput());
  const ask = async (...headers: readonly string[]): Promise<{ socket: Socket; first: string }> => {
    const socket = await open();
    socket.write(head('POST /projects', 'Expect: 100-continue', 'Connection: close', ...headers));
    const [first] = await once(socket, 'data');
    return { socket, first: String(first) };
  };

  it('gets the response 100 if the service accepts the headers', async () => {
    const { socket, first } = await ask(own(), `Content-Length: ${BODY.length}`);
    expect(first).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    socket.write(BODY);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 201 /);
  });

  it.each<[code: string, headers: () => string[]]>([
    ['UNAUTHORIZED', () => [`Content-Length: ${BODY.length}`]],
    ['PAYLOAD_TOO_LARGE', () => ['Content-Length: 9999999', own()]],
    ['UNSUPPORTED_MEDIA_TYPE', () => ['Content-Length: 9', 'Content-Encoding: compress', own()]],
  ])('gets only the response %s if the service refuses the headers', async (code, headers) => {
    const { socket, first } = await ask(...headers());
    expect(problemIn(first).code).toBe(code);
    socket.destroy();
  });
});

describe('headers that no client should send', () => {
  const ask = async (...headers: readonly string[]) =>
    problemIn(
      await sendThenRead(
        ['GET /projects HTTP/1.1', ...headers, own(), 'Connection: close', '', ''].join('\r\n'),
      ),
    );

  it.each([
    ['a second Host', ['Host: localhost', 'Host: there']],
    ['no Host', []],
  ])('are refused like any malformed request: %s', async (_, headers) => {
    expect(await ask(...headers)).toMatchObject({
      code: 'VALIDATION_FAILED',
      message: 'host is a header that must be sent exactly once.',
    });
  });

  it('are refused like any malformed request: an unknown expectation', async () => {
    expect(await ask('Host: localhost', 'Expect: x')).toMatchObject({
      statusCode: 417,
      code: 'EXPECTATION_FAILED',
    });
  });
});
