import { createReadStream } from 'node:fs';
import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request as http,
} from 'node:http';
import { request as https } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { isObject } from './answer-parts.js';
import { asProblem } from './service-problem.js';

/** Number of times that a request is sent if the service is busy. */
const MAX_ATTEMPTS = 20;

/** Pause before the next attempt if the service names none, and the longest pause, s. */
const USUAL_PAUSE_S = 5;
const MAX_PAUSE_S = 60;

/** Longest time of a call with its pauses, and of one that sends a file, s. An upload may take ten minutes. */
const USUAL_TIMEOUT_S = 60;
const FILE_TIMEOUT_S = 30 * 60;

const MAX_ANSWER_BYTES = 256_000_000;
const MAX_ERROR_BYTES = 1_000_000;

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

/** Limits of a client. */
export interface ClientLimits {
  /** Longest time of a call, s. Default: 60; 1,800 for a file. */
  readonly timeoutS?: number | undefined;
  /** Largest response. Default: 256 MB. An error has at most 1 MB. */
  readonly maxAnswerBytes?: number | undefined;
  /** Waits for a number of seconds. */
  readonly sleep?: (seconds: number) => Promise<unknown>;
}

interface SentRequest {
  readonly headers: OutgoingHttpHeaders;
  /** Sends the body, if there is one, and ends the request. */
  readonly send: (request: ClientRequest) => void;
  readonly timeoutS: number;
}

interface Received {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** Null if the body is too large. */
  readonly body: string | null;
}

/**
 * Calls the service over HTTP with a key. A request that gets a 503 is sent again after the `Retry-After` of the
 * response, and after a pause that grows.
 */
export class ServiceClient {
  private readonly base: string;

  constructor(
    url: string,
    private readonly key: string,
    private readonly limits: ClientLimits = {},
  ) {
    this.base = url.replace(/(?<!\/)\/+$/, '');
  }

  /** Returns the address of a path below the base path of the service. */
  urlOf(path: string): string {
    return `${this.base}${path}`;
  }

  get<Answer>(path: string): Promise<Answer> {
    return this.call('GET', path, {
      headers: {},
      send: (request) => request.end(),
      timeoutS: USUAL_TIMEOUT_S,
    });
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
      timeoutS: USUAL_TIMEOUT_S,
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
    const send = (request: ClientRequest) => sendWhenWanted(request, file);
    return this.call('POST', path, { headers, send, timeoutS: FILE_TIMEOUT_S });
  }

  /**
   * @throws ServiceProblem for an error response; Error if the service cannot be reached, is too slow, or sends anything
   * else
   */
  private async call<Answer>(method: Method, path: string, sent: SentRequest): Promise<Answer> {
    const { timeoutS = sent.timeoutS, sleep = (seconds: number) => delay(seconds * 1000) } = this.limits;
    const signal = AbortSignal.timeout(Math.ceil(timeoutS * 1000));
    const end = performance.now() + timeoutS * 1000;
    for (let attempt = 1; ; attempt += 1) {
      const { status, retryAfter, body } = await this.send(method, path, sent, signal).catch((error) => {
        throw signal.aborted ? new Error(`${this.base} has not responded within ${timeoutS} s.`) : error;
      });
      if (status >= 200 && status < 300) return this.answerIn(body) as Answer;
      const pauseS = pauseOf(retryAfter, attempt);
      const isLate = performance.now() + pauseS * 1000 >= end;
      if (status !== 503 || attempt === MAX_ATTEMPTS || isLate) throw asProblem(status, body ?? '');
      await sleep(pauseS);
    }
  }

  private send(method: Method, path: string, { headers, send }: SentRequest, signal: AbortSignal) {
    const url = new URL(this.urlOf(path));
    return new Promise<Received>((resolve, reject) => {
      const start = url.protocol === 'https:' ? https : http;
      const request = start(url, { method, headers: { ...headers, 'x-api-key': this.key }, signal });
      // After the response has arrived, errors of the request no longer matter.
      request.on('error', (error) => reject(noConnection(url.host, error)));
      request.once('response', (response: IncomingMessage) => {
        const { statusCode: status = 0, headers: received } = response;
        textOf(response, status < 300 ? this.maxAnswerBytes : MAX_ERROR_BYTES)
          .then((body) => resolve({ status, retryAfter: received['retry-after'], body }))
          .catch((error: Error) => reject(noConnection(url.host, error)))
          // The service may have refused the file before all of it was sent. The rest is then not sent.
          .finally(() => request.destroy());
      });
      send(request);
    });
  }

  private get maxAnswerBytes(): number {
    return this.limits.maxAnswerBytes ?? MAX_ANSWER_BYTES;
  }

  private answerIn(body: string | null): object {
    if (body === null) throw new Error(`${this.base} has sent more than ${this.maxAnswerBytes} bytes.`);
    const answer = parsedBody(body);
    if (isObject(answer)) return answer;
    throw new Error(`${this.base} is not the address of the service.`);
  }
}

/** Returns the body of a response; null if it is too large. */
async function textOf(response: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
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

function parsedBody(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Returns the pause after an attempt, s. It grows even if the service names a shorter one, such as 0. */
function pauseOf(retryAfter: string | undefined, attempt: number): number {
  const named = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : USUAL_PAUSE_S;
  return Math.min(MAX_PAUSE_S, Math.max(named, Math.min(2 ** (attempt - 1), USUAL_PAUSE_S)));
}

const noConnection = (host: string, cause: Error): Error =>
  new Error(`There is no connection to ${host}: ${cause.message || 'it was refused'}.`, { cause });
