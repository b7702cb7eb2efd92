import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { DemoClient } from './client.js';

describe('the client of the demo', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const isKnown = request.headers['x-api-key'] === 'demo';
      response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isKnown ? { id: 1 } : { message: 'The key is not valid.' }));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterAll(() => server.close());
  const withKey = (key: string) =>
    new DemoClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, key).post('/projects', {});

  it('returns the body of a response', async () => {
    expect(await withKey('demo')).toEqual({ id: 1 });
  });

  it('throws an error with the request, the status and the message of a refused request', async () => {
    await expect(withKey('other')).rejects.toThrow('POST /projects answered 401: The key is not valid.');
  });
});
