import type { Response } from 'express';
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { EventWriter } from './event-writer.js';

/** A server that sends events to its only client. */
async function aServer() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const begun = (async () => {
    const [, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
    const writer = new EventWriter(response as Response);
    writer.begin();
    return { writer, response };
  })();
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port, begun, close };
}

/** The events that a client receives. */
async function read(port: number) {
  const outgoing = request({ port, host: '127.0.0.1', agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const received = { text: '', isEnded: false, headers: response.headers };
  response.setEncoding('utf8').on('data', (text: string) => (received.text += text));
  response.on('error', () => undefined).on('close', () => (received.isEnded = true));
  return received;
}

describe('an event writer', () => {
  it('sends events with and without ids, and comments, at once', async () => {
    const { port, begun, close } = await aServer();
    const received = await read(port);
    const { writer } = await begun;
    writer.event('session', { a: 'x\ny' }, '1.2');
    writer.comment();
    writer.event('deleted', {});
    const expected = 'event: session\nid: 1.2\ndata: {"a":"x\\ny"}\n\n:\n\nevent: deleted\ndata: {}\n\n';
    while (received.text !== expected) await turn();
    expect(received.isEnded).toBe(false);
    expect(received.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    close();
  });

  it('writes nothing after the end, which closes the connection', async () => {
    const { port, begun, close } = await aServer();
    const received = await read(port);
    const { writer } = await begun;
    const closed: true[] = [];
    writer.onClose(() => closed.push(true));
    writer.end();
    writer.end();
    writer.comment();
    while (!received.isEnded || closed.length === 0) await turn();
    expect([received.text, closed]).toEqual(['', [true]]);
    close();
  });

  it('disconnects a client that leaves more than 64 KB unread, and buffers no more data for the client', async () => {
    const { port, begun, close } = await aServer();
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    const { writer, response } = await begun;
    const data = { text: 'x'.repeat(2_000) };
    let held = 0;
    const closed = new Promise<void>((resolve) => writer.onClose(resolve));
    // First the buffers of the operating system fill up.
    while (!response.destroyed) {
      writer.event('session', data);
      if (!response.destroyed) held = Math.max(held, response.writableLength);
      await turn();
    }
    expect(held).toBeGreaterThan(0);
    expect(held).toBeLessThanOrEqual(65_536);
    await closed;
    writer.event('session', data);
    socket.destroy();
    close();
  });

  it('does not disconnect a client that reads, however much data is sent', async () => {
    const { port, begun, close } = await aServer();
    const received = await read(port);
    const { writer, response } = await begun;
    for (let event = 0; event < 500; event += 1) {
      writer.event('session', { text: 'x'.repeat(2_000) });
      while (response.writableLength > 0) await turn();
    }
    while (received.text.length < 1_000_000) await turn();
    expect(response.destroyed).toBe(false);
    close();
  });
});
