import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { resolve } from 'node:path';
import { CANDLES, IMPORT, PREVIEW, RUN } from './hostile-files.js';
import {
  type Calls,
  KEY,
  type RunningService,
  WITH_KEY,
  aTrade,
  aDataDirectory,
  aDatabase,
  hasServer,
  newSession,
  startService,
} from './service-process.js';

/** Settings of a service that measures its event loop. */
export const MEASURED = {
  ...WITH_KEY,
  TRADE_MINIMUM: '0',
  NODE_OPTIONS: `--require ${resolve('test/support/loop-meter.cjs')}`,
};

/** Starts the service in a separate process that measures its event loop. */
export const startMeasuredService = async (): Promise<RunningService> =>
  startService({
    ...MEASURED,
    ...(hasServer ? { DATABASE_URL: await aDatabase() } : { DATA_DIR: await aDataDirectory() }),
  });

/** Returns the memory of a process in MB, or 0 if the system does not report it. */
export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Queries by route. Imports are sent as previews, so that nothing is stored. */
const QUERIES = new Map([
  [IMPORT, '?preview=true'],
  [RUN, '?preview=true&initialBalance=1000'],
  [PREVIEW, '?initialBalance=1000'],
  [CANDLES, '?symbol=HOSTILE&interval=1m&preview=true'],
]);

/** Sends a body to a route. */
export type Send = (route: string, body: string | Buffer) => Promise<Response>;

/**
 * Creates a resource of each kind in a `MEASURED` service, and returns a function that sends bodies to their routes.
 */
export async function senderTo(service: Calls): Promise<Send> {
  const session = await newSession(service);
  const { body: ingested } = await service.post(`/sessions/${session}/trades`, { trades: [aTrade('a')] });
  const { body: created } = await service.post('/keys', { name: 'a' });
  const { body: listed } = await service.get('/projects');
  const ids = {
    '/sessions/{id}': `/sessions/${session}`,
    '/projects/{id}': `/projects/${listed.projects[0].id}`,
    '/keys/{id}': `/keys/${created.key.id}`,
    '{tradeId}': ingested.trades[0].id as string,
  };
  return (route, body) => {
    const [method = '', template = ''] = route.split(' ');
    const path = Object.entries(ids).reduce((at, [name, id]) => at.replace(name, id), template);
    return fetch(`${service.url}${path}${QUERIES.get(route) ?? ''}`, {
      method: method.toUpperCase(),
      headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : new Uint8Array(body),
    });
  };
}

/**
 * Creates a project with every byte of the body in a separate chunk. Returns the response, or an empty text if the
 * connection is closed.
 */
export async function sentByBytes({ url }: Calls, encoding: string, body: Buffer): Promise<string> {
  const { hostname, port } = new URL(url);
  const headers = [
    'Host: localhost',
    `x-api-key: ${KEY}`,
    'Content-Type: application/json',
    'Connection: close',
  ];
  const coding = [`Content-Encoding: ${encoding}`, 'Transfer-Encoding: chunked'];
  const chunk = Buffer.from('1\r\n_\r\n');
  const chunks = Buffer.alloc(chunk.length * body.length, chunk);
  for (const [i, byte] of body.entries()) chunks[chunk.length * i + 3] = byte;
  const socket = connect({ host: hostname, port: Number(port) });
  socket.write(['POST /projects HTTP/1.1', ...headers, ...coding, '', ''].join('\r\n'));
  socket.write(chunks);
  socket.write('0\r\n\r\n');
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data)).on('error', () => undefined);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(received).toString();
}

/** Returns the outcome of a response in the form of `Case`. */
export async function outcomeOf(response: Response, expected: string): Promise<string> {
  const { status } = response;
  const { code, details = [] } = (await response.json()) as {
    code?: string;
    details?: readonly { field: string }[];
  };
  if (code === undefined) return String(status);
  const [first] = details;
  const found = details.find(({ field }) => `${code} ${field}` === expected) ?? first;
  return found ? `${code} ${found.field}` : code;
}

/** Measurements since the previous request. */
export interface LoopTimes {
  /** Length of the longest turn of the event loop, in ms. */
  readonly turnMs: number;
  /** Time of one pass over 4 MB in the same process at the same time, in ms. */
  readonly passMs: number;
}

export async function loopTimes({ url }: Calls): Promise<LoopTimes> {
  const { headers } = await fetch(`${url}/health/live`, { headers: { 'x-measure-loop': '1' } });
  const number = (name: string) => Number(headers.get(name) ?? NaN);
  return { turnMs: number('x-longest-turn-ms'), passMs: number('x-pass-ms') };
}
