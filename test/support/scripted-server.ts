import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request, or breaks its connection. */
export type Step = (response: ServerResponse, request: ReceivedRequest) => void;

export interface ScriptedServer {
  readonly url: string;
  /** The requests so far. */
  readonly requests: readonly ReceivedRequest[];
  /** Number of responses that were closed before their end. */
  readonly unfinished: number;
  close(): Promise<void>;
}

/** Starts a server that answers each request with the next step. Further requests get the last step. */
export async function scriptedServer(...steps: readonly Step[]): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  let unfinished = 0;
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.once('close', () => {
      if (!response.writableFinished) unfinished += 1;
    });
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: await text(incoming) };
    requests.push(request);
    steps[Math.min(requests.length, steps.length) - 1]?.(response, request);
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get unfinished() {
      return unfinished;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

type Headers = Readonly<Record<string, string>>;

/** Sends JSON. */
export const answers =
  (status: number, body: object, headers: Headers = {}): Step =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

/** Sends an error as the service does. */
export const refuses = (status: number, code: string, headers: Headers = {}, details?: object[]): Step =>
  answers(
    status,
    { statusCode: status, error: 'Error', code, message: `${code}.`, details, requestId: 'r-1' },
    headers,
  );

/** Breaks the connection before the response. */
export const cuts: Step = (response) => response.socket?.destroy();

/** Breaks the connection within the response. */
export const cutsWithin: Step = (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
  response.write('{"projects":', () => response.socket?.destroy());
};

/** Sends nothing. */
export const isSilent: Step = () => undefined;

/** Sends a piece of an event stream, and then leaves the stream open, ends it, or breaks its connection. */
export const streams =
  (piece: string, then: 'open' | 'end' | 'cut'): Step =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    if (then === 'end') response.end(piece);
    else response.write(piece, () => then === 'cut' && response.socket?.destroy());
  };
