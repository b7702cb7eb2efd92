import type { ServerResponse } from 'node:http';
import { type ScriptedServer, type Step, answers, refuses, scriptedServer } from './scripted-server.js';

/** Escape sequences and other characters with which a text could write more than itself to a terminal. */
export const ESCAPES = 'a\u001b]0;title\u0007b\u009b2Jc\r\nforged: line\u2028d\u202ee';

const PROJECT = { id: '11111111-1111-4111-8111-111111111111', name: 'A', symbol: 'BTCUSDT', timeframe: '1h' };

const RUN = {
  session: { id: 's', name: 'Run', accountCurrency: ESCAPES, assets: [] },
  created: true,
  tradeCount: 1,
  skipped: [{ reason: ESCAPES }],
  skippedCount: 1,
  check: { verdict: 'shifted', message: ESCAPES },
  desk: `/desk/${ESCAPES}`,
  figures: { plNet: 1 },
};

/** Sends the piece again and again until the connection is closed. */
function sendEndlessly(response: ServerResponse, piece: Buffer): void {
  if (response.destroyed) return;
  if (response.write(piece)) setImmediate(() => sendEndlessly(response, piece));
  else response.once('drain', () => sendEndlessly(response, piece));
}

const PIECE = Buffer.alloc(65_536, 'x');

const endless =
  (status: number, type = 'application/json'): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': type });
    response.write(type === 'application/json' ? '{"message":"' : 'data: ');
    sendEndlessly(response, PIECE);
  };

/** Sends a start, and then single bytes until the connection is closed. */
const drips =
  (start: string, piece: string): Step =>
  ({ socket }) => {
    socket?.write(start);
    const timer = setInterval(() => socket?.write(piece), 5);
    socket?.once('close', () => clearInterval(timer));
  };

/** Sends any text as JSON. */
const sends =
  (body: string): Step =>
  (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

/** Answers the search for a project, and then an import. */
const imports =
  (answer: Step): Step =>
  (response, request) =>
    (request.method === 'GET' ? answers(200, { projects: [PROJECT], nextCursor: null }) : answer)(
      response,
      request,
    );

const DETAILS = [
  { field: ESCAPES, message: ESCAPES },
  { field: 'b', message: ESCAPES },
];

/** The faults of a broken server or proxy. */
const FAULTS = {
  'endless-body': endless(200),
  'endless-error': endless(400),
  'endless-event': endless(200, 'text/event-stream'),
  'dripping-body': drips(
    'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 999999\r\n\r\n{',
    ' ',
  ),
  'dripping-header': drips('HTTP/1.1 200 OK\r\nx-a: ', 'a'),
  'same-cursor': answers(200, { projects: [], sessions: [], trades: [], nextCursor: 'again' }),
  null: sends('null'),
  list: sends('[]'),
  'empty-object': sends('{}'),
  'deep-list': sends('['.repeat(200_000)),
  'other-types': sends('{"projects":5,"sessions":{},"trades":"","inserted":"1","session":[],"nextCursor":1}'),
  'other-elements': sends('{"projects":[null],"sessions":[null],"trades":[7],"nextCursor":null}'),
  'other-problem': answers(400, { code: 5, message: {}, details: { a: 1 }, requestId: [] }),
  escapes: answers(400, { code: 'VALIDATION_FAILED', message: ESCAPES, details: DETAILS }),
  'escapes-in-session': answers(200, {
    project: PROJECT,
    session: { id: 's', name: ESCAPES, accountCurrency: ESCAPES },
    stats: { tradeCount: ESCAPES, plNet: ESCAPES },
  }),
  'escapes-in-problems': imports(answers(400, { message: ESCAPES, details: DETAILS })),
  'escapes-in-import': imports(answers(200, { sessions: [RUN] })),
  'other-import': imports(answers(200, { sessions: [{ session: null }] })),
  hurried: refuses(503, 'BUSY', { 'retry-after': '0' }),
  'hurried-gateway': refuses(502, 'SERVICE_UNAVAILABLE', { 'retry-after': '0' }),
  'no-number-of-seconds': refuses(503, 'BUSY', { 'retry-after': 'nan' }),
  late: refuses(503, 'BUSY', { 'retry-after': '50' }),
} satisfies Readonly<Record<string, Step>>;

export type Fault = keyof typeof FAULTS;

export interface HostileServer extends ScriptedServer {
  /** Returns the address of a service that has a fault. */
  addressOf(fault: Fault): string;
  /** Returns the number of requests to this address. */
  requestsOf(fault: Fault): number;
}

/** Starts a server whose addresses each have one of the faults. */
export async function hostileServer(): Promise<HostileServer> {
  const faultIn = (url: string) => url.split('/')[1] as Fault;
  const server = await scriptedServer((response, request) => FAULTS[faultIn(request.url)](response, request));
  return Object.assign(server, {
    addressOf: (fault: Fault) => `${server.url}/${fault}`,
    requestsOf: (fault: Fault) => server.requests.filter(({ url }) => faultIn(url) === fault).length,
  });
}
