import { setTimeout as delay } from 'node:timers/promises';
import { schemaNamed } from '../support/openapi-document.js';
import { readStream } from '../support/event-stream.js';
import { MINUTE, T } from '../support/factories.js';
import { freePort } from '../support/free-port.js';
import { Gateway, findNginx, startGateway } from '../support/nginx.js';
import {
  KEY,
  RunningService,
  WITH_KEY,
  aDatabase,
  aDirectory,
  cleanUp,
  hasServer,
  query,
  startService,
} from '../support/service-process.js';
import { until } from '../support/until.js';

const MISSES = 'two instances behind a gateway';
const nginx = findNginx(MISSES);
if (!hasServer) process.stderr.write(`Not checked: ${MISSES} (needs TEST_DATABASE_URL).\n`);

const WRITERS = 8;
/**
 * The test waits for this number of responses before and after the end of an instance, so that each writer gets some of
 * them.
 */
const MORE = 100;
const TRADES = 20;

/** Statuses that the gateway sends for an instance that has ended. */
const GATEWAY_FAILURES = new Set([502, 503, 504]);

interface Answered {
  readonly method: string;
  readonly status: number;
}

interface Load {
  readonly answers: readonly Answered[];
  /** clientIds of trades that were acknowledged, by session. */
  readonly acknowledged: ReadonlyMap<string, readonly string[]>;
  /** Waits for more responses. */
  more(): Promise<void>;
  stop(): Promise<void>;
}

async function request(gateway: Gateway, method: string, path: string, body?: object) {
  const response = await fetch(`${gateway.url}${path}`, {
    method,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text) };
}

async function aSessionThrough(gateway: Gateway): Promise<string> {
  const project = { name: 'Load', symbol: 'BTCUSDT', timeframe: '15m' };
  const { body } = await request(gateway, 'POST', '/projects', project);
  const session = { projectId: body.project.id, name: 'Load', initialBalance: 10_000 };
  return (await request(gateway, 'POST', '/sessions', session)).body.session.id;
}

const batch = (number: number) =>
  Array.from({ length: TRADES }, (_, index) => ({
    clientId: `${number}-${index}`,
    side: 'long',
    qty: 1,
    entryPrice: 1000,
    entryTime: T + (number * TRADES + index) * MINUTE,
    exitPrice: 1001,
    exitTime: T + (number * TRADES + index) * MINUTE + 1000,
  }));

/** Writers that send batch after batch, each until it is acknowledged, and a reader. */
function startLoad(gateway: Gateway, sessions: readonly string[]): Load {
  const end = new AbortController();
  const { signal: ended } = end;
  const answers: Answered[] = [];
  const acknowledged = new Map(sessions.map((id) => [id, [] as string[]]));
  const ask = async (method: string, path: string, body?: object) => {
    const { status } = await request(gateway, method, path, body);
    answers.push({ method, status });
    if (GATEWAY_FAILURES.has(status)) await delay(50);
    return status;
  };
  const write = async (id: string) => {
    for (let number = 0; !ended.aborted;) {
      const trades = batch(number);
      if ((await ask('POST', `/sessions/${id}/trades`, { trades })) !== 201) continue;
      acknowledged.get(id)?.push(...trades.map(({ clientId }) => clientId));
      number += 1;
    }
  };
  const read = async (id = '') => {
    while (!ended.aborted) {
      await ask('GET', `/sessions/${id}`);
      await delay(5);
    }
  };
  const all = Promise.all([...sessions.map(write), read(sessions[0])]);
  return {
    answers,
    acknowledged,
    more: () => {
      const before = answers.length;
      return until(() => answers.length > before + MORE);
    },
    stop: async () => {
      end.abort();
      await all;
    },
  };
}

async function storedIn(DATABASE_URL: string, id: string): Promise<string[]> {
  const rows = await query<{ client_id: string }>(
    DATABASE_URL,
    `SELECT client_id FROM trades WHERE session_id = '${id}'`,
  );
  return rows.map(({ client_id }) => client_id);
}

const served = (service: RunningService) =>
  service.output().split('"route":"/sessions/:id/trades"').length - 1;

/** Resolves when an instance receives requests again. */
const servesAgain = (service: RunningService): Promise<void> => until(() => served(service) > 0, 50);

const unless = nginx && hasServer ? it : it.skip;

afterAll(cleanUp);

unless.each(['SIGKILL', 'SIGTERM'] as const)(
  'an instance that gets %s under load loses no trade, stores no trade twice, and serves again after a restart',
  async (signal) => {
    const DATABASE_URL = await aDatabase();
    const start = async (port: number) => {
      const PORT = String(port);
      const DATA_DIR = await aDirectory();
      return startService({ ...WITH_KEY, DATABASE_URL, DATA_DIR, PORT, TRUST_PROXY: '1' });
    };
    const ports = [await freePort(), await freePort()] as const;
    const [first] = [await start(ports[0]), await start(ports[1])];
    const gateway = await startGateway(
      nginx ?? '',
      ports.map((port) => `127.0.0.1:${port}`),
    );
    try {
      const sessions: string[] = [];
      for (let i = 0; i < WRITERS; i += 1) sessions.push(await aSessionThrough(gateway));
      const load = startLoad(gateway, sessions);
      await load.more();
      await first.kill(signal);
      await load.more();
      const again = await start(ports[0]);
      await servesAgain(again);
      const recovered = load.answers.length + WRITERS;
      await load.more();
      await load.stop();

      const { answers } = load;
      const failures = answers.filter(({ status }) => GATEWAY_FAILURES.has(status));
      expect(
        new Set(answers.map(({ status }) => status).filter((status) => !GATEWAY_FAILURES.has(status))),
      ).toEqual(new Set([200, 201]));
      // Only requests that the instance had received before its end may fail: at most one batch per writer.
      expect(failures.length).toBeLessThanOrEqual(WRITERS);
      expect(failures.filter(({ method }) => method === 'GET')).toEqual([]);
      // The responses of requests that were in progress at the recovery are not checked.
      expect(answers.slice(recovered).filter(({ status }) => GATEWAY_FAILURES.has(status))).toEqual([]);
      process.stderr.write(
        `${signal}: ${answers.length} requests, ${failures.length} answered by the gateway, ` +
          `${served(first)} and ${served(again)} batches served before and after by the instance.\n`,
      );
      for (const [id, acknowledged] of load.acknowledged) {
        const stored = await storedIn(DATABASE_URL, id);
        expect(stored.toSorted()).toEqual(acknowledged.toSorted());
        const { body } = await request(gateway, 'GET', `/sessions/${id}/stats`);
        expect(body.stats.tradeCount).toBe(acknowledged.length);
      }
    } finally {
      await gateway.close();
    }
  },
);

unless.each(['off', 'on'])(
  'with COMPRESSION=%s, the gateway passes on each event of a stream, and the end of the stream, at once',
  async (COMPRESSION) => {
    const settings = { DATABASE_URL: await aDatabase(), DATA_DIR: await aDirectory(), TRUST_PROXY: '1' };
    const service = await startService({ ...WITH_KEY, ...settings, COMPRESSION });
    const gateway = await startGateway(nginx ?? '', [new URL(service.url).host]);
    try {
      const id = await aSessionThrough(gateway);
      const headers = { 'x-api-key': KEY, 'accept-encoding': 'gzip, br' };
      const stream = await readStream(`${gateway.url}/sessions/${id}/events`, headers);
      expect(stream.headers).toMatchObject({ 'content-type': 'text/event-stream' });
      expect(stream.headers['content-encoding']).toBeUndefined();
      for (const number of [0, 1]) {
        await until(() => stream.events.length > number);
        const sent = await request(gateway, 'POST', `/sessions/${id}/trades`, { trades: batch(number) });
        expect(sent.status).toBe(201);
      }
      await until(() => stream.events.length === 3);
      expect(stream.events.map(({ data }) => data.summary.tradeCount)).toEqual([0, TRADES, 2 * TRADES]);
      await until(() => stream.comments > 0);
      await service.kill('SIGTERM');
      await stream.ended;
    } finally {
      await gateway.close();
    }
  },
);

(nginx ? it : it.skip)(
  'the gateway reports its own errors, such as an unreachable service, in the format of the service',
  async () => {
    const gateway = await startGateway(nginx ?? '', ['127.0.0.1:1']);
    try {
      const origin = 'http://localhost:5173';
      const refused = async (path: string, body?: string, headers: Record<string, string> = {}) => {
        const response = await fetch(`${gateway.url}${path}`, {
          method: body === undefined ? 'GET' : 'POST',
          headers: { origin, ...headers },
          body,
        });
        // A malformed or too long request line is refused before the headers are read.
        if (path === '/projects') expect(response.headers.get('access-control-allow-origin')).toBe(origin);
        expect(response.headers.get('access-control-expose-headers')).toContain('x-request-id');
        expect(response.headers.get('vary')).toContain('Origin');
        const problem = (await response.json()) as Record<string, unknown>;
        expect(problem['statusCode']).toBe(response.status);
        expect(problem['requestId']).toBe(response.headers.get('x-request-id'));
        expect(Object.keys(problem)).toEqual(['statusCode', 'error', 'code', 'message', 'requestId']);
        return { status: response.status, error: problem['error'], code: problem['code'] };
      };
      expect(await refused('/%')).toEqual({ status: 400, error: 'Bad Request', code: 'VALIDATION_FAILED' });
      expect(await refused('/projects', 'x'.repeat(6_000_000))).toEqual({
        status: 413,
        error: 'Payload Too Large',
        code: 'PAYLOAD_TOO_LARGE',
      });
      expect(await refused(`/${'x'.repeat(10_000)}`)).toMatchObject({ status: 414, error: 'URI Too Long' });
      expect(await refused('/projects', undefined, { x: 'x'.repeat(10_000) })).toEqual({
        status: 431,
        error: 'Request Header Fields Too Large',
        code: 'HEADERS_TOO_LARGE',
      });
      expect(await refused('/projects')).toEqual({
        status: 502,
        error: 'Bad Gateway',
        code: 'SERVICE_UNAVAILABLE',
      });
      const preflight = await fetch(`${gateway.url}/projects`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-headers': 'x-api-key' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key');
      const { headers } = await fetch(`${gateway.url}/projects`, {
        headers: { origin: 'https://example.com' },
      });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      const documented = schemaNamed('ProblemCode').enum;
      for (const code of ['SERVICE_UNAVAILABLE', 'HEADERS_TOO_LARGE', 'PAYLOAD_TOO_LARGE'])
        expect(documented).toContain(code);
    } finally {
      await gateway.close();
    }
  },
);
