import { Agent, request } from 'node:http';

/** Key of all requests. It belongs to the workspace `default`. */
export const KEY = 'bench';

/** A server on this machine. */
export interface Listening {
  readonly port: number;
}

/** A request. The default method is POST for a request with a body, and GET for a request without a body. */
export interface Ask {
  readonly path: string;
  readonly method?: string | undefined;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request and reads the whole response. */
export async function askOnce(
  port: number,
  path: string,
  body?: string,
  headers: Readonly<Record<string, string>> = {},
  method?: string,
): Promise<Answer> {
  const chunks: Buffer[] = [];
  const asked = { path, method, headers, ...(body !== undefined && { body }) };
  const head = await send(port, asked, (chunk) => chunks.push(chunk));
  return { ...head, body: Buffer.concat(chunks) };
}

/** Sends a request and parses the response as JSON. Throws unless the response is a success. */
// oxlint-disable-next-line typescript/no-explicit-any -- bodies of any route
export async function ask({ port }: Listening, path: string, body?: object): Promise<any> {
  const answer = await askOnce(port, path, body && JSON.stringify(body));
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body.toString()}`);
  return JSON.parse(answer.body.toString());
}

/** Returns the milliseconds of one request. The body of the response is not kept. */
export async function answerMs(
  { port }: Listening,
  ask: Ask,
  expected = ask.body ? 201 : 200,
): Promise<number> {
  const start = performance.now();
  let excerpt = '';
  const { status } = await send(port, ask, (chunk) => {
    if (!excerpt) excerpt = chunk.toString('utf8', 0, 300);
  });
  if (status !== expected) throw new Error(`${ask.path}: ${status} instead of ${expected}: ${excerpt}`);
  return performance.now() - start;
}

/**
 * Returns the requests per second of a number of clients. Each client has its own connection and sends its next request
 * after the previous response, until all requests are completed.
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

/** Returns a list that repeats the same request. */
export const times = (count: number, ask: Ask): readonly Ask[] => Array.from({ length: count }, () => ask);

/**
 * Sends a request. A server may close an idle connection while a request is being sent. Node's documentation recommends
 * sending the request again in this case.
 */
async function send(port: number, ask: Ask, take: (chunk: Buffer) => void): Promise<Omit<Answer, 'body'>> {
  try {
    return await sendOnce(port, ask, take);
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return send(port, ask, take);
  }
}

/** Thrown if a request was sent on a reused connection that the server had already closed. */
class StaleConnection extends Error {}

function sendOnce(port: number, ask: Ask, take: (chunk: Buffer) => void): Promise<Omit<Answer, 'body'>> {
  const { path, method, body, headers } = ask;
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: method ?? (body === undefined ? 'GET' : 'POST'),
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
        answer.on('data', take).once('error', reject);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, etag: answer.headers.etag }));
      },
    );
    asked.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ECONNRESET' && asked.reusedSocket ? new StaleConnection() : error),
    );
    asked.end(body);
  });
}
