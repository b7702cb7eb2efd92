import { Agent, request } from 'node:http';

/** The key of all requests; it belongs to the workspace `default`. */
export const KEY = 'bench';

/** What listens on this machine. */
export interface Listening {
  readonly port: number;
}

/** A request; without a body it is a GET. */
export interface Ask {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Reads the answer whole. */
export async function askOnce(
  port: number,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const chunks: Buffer[] = [];
  const asked = { path, headers, ...(body !== undefined && { body }) };
  const head = await send(port, asked, (chunk) => chunks.push(chunk));
  return { ...head, body: Buffer.concat(chunks) };
}

/** What the service answers, as JSON; anything but a success is an error. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies of any route
export async function ask({ port }: Listening, path: string, body?: object): Promise<any> {
  const answer = await askOnce(port, path, body && JSON.stringify(body));
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString());
}

/** Milliseconds of one request; its answer is thrown away as it comes. */
export async function answerMs(
  { port }: Listening,
  ask: Ask,
  expected = ask.body ? 201 : 200,
): Promise<number> {
  const start = performance.now();
  const { status } = await send(port, ask, () => undefined);
  if (status !== expected) throw new Error(`${ask.path}: ${status} instead of ${expected}`);
  return performance.now() - start;
}

/**
 * Requests per second with so many clients, each on a connection of its own and asking again when it has its answer,
 * until so many requests have been answered.
 */
export async function requestsPerSecond(
  server: Listening,
  clients: number,
  asks: readonly Ask[],
  expected?: number,
): Promise<number> {
  let next = 0;
  const client = async () => {
    for (let ask = asks[next++]; ask; ask = asks[next++]) await answerMs(server, ask, expected);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return asks.length / ((performance.now() - start) / 1000);
}

/** The same request so many times. */
export const times = (count: number, ask: Ask): readonly Ask[] => Array.from({ length: count }, () => ask);

function send(
  port: number,
  { path, body, headers }: Ask,
  take: (chunk: Buffer) => void,
): Promise<Omit<Answer, 'body'>> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          'x-api-key': KEY,
          ...(body !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
          ...headers,
        },
      },
      (answer) => {
        answer.on('data', take);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag }));
      },
    );
    asked.once('error', reject);
    asked.end(body);
  });
}
