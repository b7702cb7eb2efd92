import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ServiceClient } from './service-client.js';
import { ServiceProblem } from './service-problem.js';

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/**
 * Starts a server and a client. The server handles each request with the next handler. The pauses of the client are
 * recorded.
 */
async function started(...handlers: readonly Handler[]) {
  let count = 0;
  const handle: Handler = (request, response) =>
    handlers[Math.min(count++, handlers.length - 1)]!(request, response);
  // If the client gives up a request, the handler of the request fails.
  const respond = (request: IncomingMessage, response: ServerResponse) =>
    void Promise.resolve(handle(request, response)).catch(() => undefined);
  server = createServer(respond);
  // Without this listener, Node.js itself would respond with `100 Continue` to every request.
  server.on('checkContinue', respond);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
  const pauses: number[] = [];
  const client = new ServiceClient(url, 'secret', { sleep: async (seconds) => void pauses.push(seconds) });
  return { client, pauses, requests: () => count, url };
}

const answers =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Handler =>
  (_, response) => {
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const BUSY = (retryAfter?: string) =>
  answers(503, { message: 'Too many.' }, retryAfter === undefined ? {} : { 'retry-after': retryAfter });

let directory: string;
beforeAll(() => (directory = mkdtempSync(join(tmpdir(), 'client-'))));
afterAll(() => rmSync(directory, { recursive: true }));

const aFile = (content: string, name = 'Läufe (1).csv') => {
  const path = join(directory, 'file.csv');
  writeFileSync(path, content);
  return { path, bytes: Buffer.byteLength(content), type: 'text/csv', name };
};

describe('a request', () => {
  it('contains the key and the base path of the service', async () => {
    const { client } = await started((request, response) => {
      const { url, headers } = request;
      response.end(JSON.stringify({ url, key: headers['x-api-key'] }));
    });
    expect(await client.get('/projects')).toEqual({ url: '/base/projects', key: 'secret' });
    expect(client.urlOf('/desk')).toMatch(/\d\/base\/desk$/);
  });

  it('sends its body as JSON', async () => {
    const { client } = await started(async (request, response) => {
      const { method, headers } = request;
      response.end(JSON.stringify({ method, type: headers['content-type'], body: await text(request) }));
    });
    expect(await client.sendJson('PATCH', '/a', { b: 'ä' })).toEqual({
      method: 'PATCH',
      type: 'application/json',
      body: '{"b":"ä"}',
    });
  });

  it('is repeated after the time that a 503 names', async () => {
    const { client, pauses } = await started(
      BUSY('7'),
      BUSY(),
      BUSY('x'),
      BUSY('-1'),
      BUSY('59'),
      answers(200, { a: 1 }),
    );
    expect(await client.get('/')).toEqual({ a: 1 });
    expect(pauses).toEqual([7, 5, 5, 5, 59]);
  });

  it('is repeated after pauses that grow if a 503 names none', async () => {
    const { client, pauses } = await started(BUSY('0'));
    await expect(client.get('/')).rejects.toThrow('Too many.');
    expect(pauses).toEqual([1, 2, 4, ...Array.from({ length: 16 }, () => 5)]);
  });

  it('is not repeated if the time of the call would be over', async () => {
    const { client, pauses } = await started(BUSY('60'));
    await expect(client.get('/')).rejects.toThrow('Too many.');
    expect(pauses).toEqual([]);
  });

  it('is sent at most 20 times', async () => {
    const { client, pauses, requests } = await started(BUSY('1'));
    await expect(client.get('/')).rejects.toThrow('Too many.');
    expect([requests(), pauses.length]).toEqual([20, 19]);
  });

  it.each([400, 401, 409, 429, 500, 502])('is not repeated after a %d', async (status) => {
    const details = [{ field: 'a', message: 'is wrong' }];
    const { client, requests } = await started(answers(status, { message: 'No.', details }));
    const error: unknown = await client.get('/').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServiceProblem);
    expect(error).toMatchObject({ status, message: 'No.', details });
    expect(requests()).toBe(1);
  });

  it.each(['', '<html>', '[]', 'null', '"x"', '{"message":1}'])(
    'fails with the status if the body of an error response is %j',
    async (body) => {
      const { client } = await started(answers(502, body));
      await expect(client.get('/')).rejects.toThrow('The response is a 502 without a message.');
    },
  );

  it('fails if the response is not JSON, or if no server listens', async () => {
    const { client, url } = await started(answers(200, '<html>'));
    await expect(client.get('/')).rejects.toThrow(`${url.slice(0, -1)} is not the address of the service.`);
    await expect(new ServiceClient('http://127.0.0.1:9', 'k').get('/')).rejects.toThrow(
      /^There is no connection to 127\.0\.0\.1:9: .+\.$/,
    );
  });

  it.each<[string, Handler]>([
    ['before the response', (request) => void request.socket.destroy()],
    [
      'within the response',
      (request, response) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('{', () => request.socket.destroy());
      },
    ],
  ])('fails if the connection breaks %s', async (_, handler) => {
    const { client } = await started(handler);
    await expect(client.get('/')).rejects.toThrow(/^There is no connection to 127\.0\.0\.1:\d+: /);
  });
});

describe('a file', () => {
  const receives: Handler = async (request, response) => {
    response.writeContinue();
    const { headers } = request;
    response.end(JSON.stringify({ body: await text(request), headers }));
  };

  it('is sent whole and with its name, even if the request is repeated', async () => {
    const content = 'x'.repeat(300_000);
    const { client } = await started(BUSY('0'), receives);
    const answer = await client.sendFile<{ body: string; headers: Record<string, string> }>(
      '/a',
      aFile(content),
    );
    expect(answer.body).toBe(content);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv',
      'content-length': '300000',
      'content-disposition': "attachment; filename*=UTF-8''L%C3%A4ufe%20(1).csv",
    });
  });

  it('may be empty', async () => {
    const { client } = await started(receives);
    expect(await client.sendFile('/a', aFile(''))).toMatchObject({ body: '' });
  });

  it('is not sent if the service refuses it at once', async () => {
    let received = 0;
    const { client } = await started((request, response) => {
      request.on('data', (chunk: Buffer) => (received += chunk.length));
      response.writeHead(413).end(JSON.stringify({ message: 'Too large.' }));
    });
    await expect(client.sendFile('/a', aFile('x'.repeat(1e6)))).rejects.toThrow('Too large.');
    expect(received).toBe(0);
  });

  it('is sent even if no 100 Continue arrives', async () => {
    const { client } = await started(async (request, response) => {
      response.end(JSON.stringify({ body: await text(request) }));
    });
    expect(await client.sendFile('/a', aFile('abc'))).toEqual({ body: 'abc' });
  });

  it('fails if it cannot be read', async () => {
    const { client } = await started(receives);
    const missing = { ...aFile('abc'), path: join(directory, 'none') };
    await expect(client.sendFile('/a', missing)).rejects.toThrow(/ENOENT/);
  });
});
