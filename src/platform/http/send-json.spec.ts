import { once } from 'node:events';
import express from 'express';
import { AddressInfo, connect } from 'node:net';
import type { Server } from 'node:http';
import type { Bytes } from '../../shared/text/bytes.js';
import { JsonSender } from './send-json.js';
import { until } from '../../../test/support/until.js';

const MB = 2 ** 20;
const page = (bytes: number): Buffer => Buffer.alloc(bytes, '1');

/** Starts a server that responds to each path with a body, through one sender. */
async function serve(bodies: Readonly<Record<string, Bytes>>, mostBytes: number, timeoutMs = 60_000) {
  const sender = new JsonSender(mostBytes, timeoutMs);
  const app = express();
  const closed: Promise<unknown>[] = [];
  app.get('/:name', (request, response) => {
    closed.push(once(response, 'close'));
    try {
      sender.send(response, bodies[request.params.name]!);
    } catch {
      response.sendStatus(503);
    }
  });
  const server: Server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    /** One promise per response, which resolves when the response has been sent or cut off. */
    closed,
    get: (name: string) => fetch(`http://127.0.0.1:${port}/${name}`),
    /** Requests a path and reads only the head of the response. */
    leave: async (name: string) => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(`GET /${name} HTTP/1.1\r\nHost: here\r\n\r\n`);
      const [start] = await once(socket, 'data');
      socket.pause();
      return { socket, status: String(start).slice(9, 12) };
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

describe('a JSON response', () => {
  const bodies = {
    small: [page(10)],
    one: [page(20 * MB)],
    two: [page(20 * MB)],
    parts: [page(10), page(100_000), page(1)],
    pages: [page(10), page(MB), page(MB)],
  };

  it('is sent as a whole, with its length', async () => {
    const { get, close } = await serve(bodies, 100 * MB);
    for (const [name, length] of [
      ['small', 10],
      ['one', 20 * MB],
      ['parts', 100_011],
      ['pages', 2 * MB + 10],
    ] as const) {
      // prettier-ignore
      const response = await get(name);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('content-length')).toBe(String(length));
      expect((await response.text()).length).toBe(length);
    }
    await close();
  });

  it('is refused while clients have too many unread bytes, unless it is small or shares its bytes with other responses', async () => {
    const { get, leave, close } = await serve(bodies, 30 * MB);
    const first = await leave('one');
    const second = await leave('one');
    expect([first.status, second.status]).toEqual(['200', '200']);
    expect((await get('two')).status).toBe(503);
    expect((await get('small')).status).toBe(200);
    first.socket.destroy();
    expect((await get('two')).status).toBe(503);
    second.socket.destroy();
    await until(async () => (await get('two')).status === 200);
    await close();
  });

  it('is cut off if the client reads nothing for too long', async () => {
    const { leave, closed, close } = await serve(bodies, 100 * MB, 300);
    const { socket } = await leave('one');
    await closed[0];
    let bytes = 0;
    socket.on('data', (chunk) => (bytes += chunk.length)).resume();
    await new Promise((resolve) => socket.on('close', resolve));
    expect(bytes).toBeLessThan(20 * MB);
    await close();
  });
});
