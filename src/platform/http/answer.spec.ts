import type { Express, Response } from 'express';
import { EventEmitter, once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clientOf, isAborted } from './client.js';
import { Download } from './download.js';
import { ExpressApp } from './express-app.js';
import { JsonText } from './json-text.js';
import { TaggedAnswer, notModified } from './tagged-answer.js';

let server: Server;

/** Starts a server that calls the handler with each response. Returns the port of the server. */
async function serve(handle: (adapter: ExpressApp, response: Response) => unknown): Promise<number> {
  const adapter = new ExpressApp();
  adapter.initHttpServer();
  adapter.getInstance<Express>().get('/', (_request, response) => void handle(adapter, response));
  server = adapter.getHttpServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Returns the response to a request whose handler returns `answer`. */
async function sent(answer: unknown) {
  const port = await serve((adapter, response) => adapter.reply(response, answer, 200));
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const names = ['content-type', 'etag', 'content-disposition'];
  const headers = names.map((name) => response.headers.get(name));
  return [response.status, await response.text(), ...headers];
}

const JSON_TYPE = 'application/json; charset=utf-8';

async function* parts(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

const csv = () => new Download(parts('a\n', 'b\n'), { contentType: 'text/csv', name: 'trades.csv' });
const CSV = 'attachment; filename="trades.csv"';

describe('the result of a handler is sent', () => {
  const check = (name: string, answer: () => unknown, expected: readonly unknown[]) =>
    it(name, async () => expect(await sent(answer())).toEqual(expected));

  check('as JSON', () => ({ a: 1 }), [200, '{"a":1}', JSON_TYPE, null, null]);
  check('as the bytes of a JSON text', () => new JsonText([Buffer.from('{"a":'), Buffer.from('2}')]), [200, '{"a":2}', JSON_TYPE, null, null]); // prettier-ignore
  check('with its entity tag', () => new TaggedAnswer('W/"a"', [Buffer.from('{}')]), [200, '{}', JSON_TYPE, 'W/"a"', null]); // prettier-ignore
  check('without an entity tag if the body may change', () => new TaggedAnswer(null, [Buffer.from('{}')]), [200, '{}', JSON_TYPE, null, null]); // prettier-ignore
  check('as a 304 without a body', () => notModified('W/"a"'), [304, '', null, 'W/"a"', null]);
  check('as a download', csv, [200, 'a\nb\n', 'text/csv', null, CSV]);
  check('as a download with an entity tag', () => new TaggedAnswer('W/"b"', csv()), [200, 'a\nb\n', 'text/csv', 'W/"b"', CSV]); // prettier-ignore
});

describe('the signal of a client', () => {
  it('aborts when the client closes its connection', async () => {
    const left = new EventEmitter();
    const isLeft = once(left, 'left');
    const port = await serve((_adapter, response) => {
      const { signal } = clientOf(response);
      const thrown = [() => signal.reason, () => new Error('another')];
      signal.addEventListener('abort', () =>
        left.emit('left', ...thrown.map((error) => isAborted(response, error()))),
      );
      socket.destroy();
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
    expect(await isLeft).toEqual([true, false]);
  });

  it('does not abort once the response is sent', async () => {
    const signals: AbortSignal[] = [];
    const closed: Promise<unknown>[] = [];
    const port = await serve((adapter, response) => {
      signals.push(clientOf(response).signal);
      closed.push(once(response, 'close'));
      adapter.reply(response, {}, 200);
    });
    await (await fetch(`http://127.0.0.1:${port}/`)).text();
    await Promise.all(closed);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});

describe('handlers', () => {
  /** Handlers that send their answers themselves. A comment in each file gives the reason. */
  const TAKE_THE_RESPONSE = [
    'candles/candle-imports.controller.ts',
    'review/samples/samples.controller.ts',
    'review/trade-files/routes/file-imports.controller.ts',
    'review/trade-files/runs/file-preview.controller.ts',
    'review/trade-files/runs/run-imports.controller.ts',
  ];

  it('return their answers instead of sending them', () => {
    const src = fileURLToPath(new URL('../..', import.meta.url));
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
    const controllers = files.filter((file) => file.endsWith('.controller.ts'));
    expect(controllers.length).toBeGreaterThan(20);
    const takers = controllers.filter((file) => /@Res(ponse)?\(/.test(readFileSync(join(src, file), 'utf8')));
    expect(takers).toEqual(TAKE_THE_RESPONSE);
  });
});
