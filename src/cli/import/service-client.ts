import { createReadStream } from 'node:fs';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as http,
} from 'node:http';
import { request as https } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { asProblem } from './service-problem.js';

/** Number of times that a request is sent if the service is busy. */
const MAX_ATTEMPTS = 20;

/** Pause before the next attempt if the service names none, and the longest pause, s. */
const USUAL_PAUSE_S = 5;
const MAX_PAUSE_S = 60;

/** A request fails if no byte is sent or received for this time. An upload may take ten minutes. */
const SILENCE_MS = 15 * 60_000;

/** After this time, a file is sent even if no `100 Continue` has arrived, because a proxy may not pass it on. */
const CONTINUE_MS = 1_000;

/** A file to send. */
export interface SentFile {
  readonly path: string;
  readonly bytes: number;
  readonly type: string;
  readonly name: string;
}

type Method = 'GET' | 'POST' | 'PATCH';

interface SentRequest {
  readonly headers: OutgoingHttpHeaders;
  /** Sends the body, if there is one, and ends the request. */
  readonly send: (request: ClientRequest) => void;
}

/** Calls the service over HTTP with a key. A request that gets a 503 is sent again after the `Retry-After` of the response. */
export class ServiceClient {
  private readonly base: string;

  /** @param sleep waits for a number of seconds */
  constructor(
    url: string,
    private readonly key: string,
    private readonly sleep: (seconds: number) => Promise<unknown> = (seconds) => delay(seconds * 1000),
  ) {
    this.base = url.replace(/(?<!\/)\/+$/, '');
  }

  /** Returns the address of a path below the base path of the service. */
  urlOf(path: string): string {
    return `${this.base}${path}`;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.call('GET', path, { headers: {}, send: (request) => request.end() });
  }

  /** @param headers in addition to the headers of every request */
  sendJson<Answer>(
    method: 'POST' | 'PATCH',
    path: string,
    body: object,
    headers: OutgoingHttpHeaders = {},
  ): Promise<Answer> {
    const json = JSON.stringify(body);
    return this.call(method, path, {
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) },
      send: (request) => request.end(json),
    });
  }

  /** Sends a file. If the service refuses the request early, the file is not sent. */
  sendFile<Answer>(path: string, { path: file, bytes, type, name }: SentFile): Promise<Answer> {
    const headers = {
      'content-type': type,
      'content-length': bytes,
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      expect: '100-continue',
    };
    return this.call('POST', path, { headers, send: (request) => sendWhenWanted(request, file) });
  }

  /** @throws ServiceProblem for an error response; Error if the service cannot be reached */
  private async call<Answer>(method: Method, path: string, sent: SentRequest): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const { status, retryAfter, body } = await this.send(method, path, sent);
      if (status >= 200 && status < 300) return parsedBody(body, this.base) as Answer;
      if (status !== 503 || attempt === MAX_ATTEMPTS) throw asProblem(status, body);
      await this.sleep(pauseOf(retryAfter));
    }
  }

  private send(method: Method, path: string, { headers, send }: SentRequest) {
    const url = new URL(this.urlOf(path));
    return new Promise<{ status: number; retryAfter: string | undefined; body: string }>(
      (resolve, reject) => {
        const start = url.protocol === 'https:' ? https : http;
        const request = start(url, { method, headers: { ...headers, 'x-api-key': this.key } });
        request.setTimeout(SILENCE_MS, () => request.destroy(new Error('no answer')));
        // After the response has arrived, errors of the request no longer matter.
        request.on('error', (error) => reject(noConnection(url.host, error)));
        request.once('response', (response: IncomingMessage) => {
          const { statusCode: status = 0, headers: received } = response;
          text(response)
            .then((body) => resolve({ status, retryAfter: received['retry-after'], body }))
            .catch((error: Error) => reject(noConnection(url.host, error)))
            // The service may have refused the file before all of it was sent. The rest is then not sent.
            .finally(() => request.destroy());
        });
        send(request);
      },
    );
  }
}

function sendWhenWanted(request: ClientRequest, file: string): void {
  let isSending = false;
  const send = () => {
    if (isSending || request.destroyed) return;
    isSending = true;
    const bytes = createReadStream(file);
    bytes.once('error', (error) => request.destroy(error));
    request.once('close', () => bytes.destroy());
    bytes.pipe(request);
  };
  const timer = setTimeout(send, CONTINUE_MS);
  request.once('continue', send);
  request.once('close', () => clearTimeout(timer));
  request.once('response', () => clearTimeout(timer));
  request.flushHeaders();
}

function parsedBody(body: string, base: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new Error(`${base} is not the address of the service.`, { cause: error });
  }
}

function pauseOf(retryAfter: string | undefined): number {
  const seconds = Number(retryAfter ?? USUAL_PAUSE_S);
  return Number.isFinite(seconds) ? Math.min(MAX_PAUSE_S, Math.max(0, seconds)) : USUAL_PAUSE_S;
}

const noConnection = (host: string, cause: Error): Error =>
  new Error(`There is no connection to ${host}: ${cause.message || 'it was refused'}.`, { cause });
