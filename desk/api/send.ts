import { currentCredential } from './credential.js';
import { pauseFor } from './pauses.js';
import { type ApiProblem, unreachable } from './problem.js';

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly query?: Query;
  /** The body, which is sent as JSON. A file is sent unchanged, with `contentType`. */
  readonly body?: object | Blob;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** The maximum number of times that a request is sent if the service asks for a pause. */
const MAX_ATTEMPTS = 6;

const NEVER = new AbortController().signal;

/**
 * Sends a request to the API. The page is served next to the API (`<base>/desk/` and `<base>/`). If the service asks
 * for a pause, waits and sends the request again.
 */
export async function send(path: string, sent: Sent = {}): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const credential = currentCredential();
    const response = await attemptToSend(path, sent, credential);
    const problem = await credential.problemIn(response);
    if (problem === null) return response;
    if (attempt === MAX_ATTEMPTS || !canSendAgain(problem, sent)) throw problem;
    await pauseFor(pauseAfter(problem, attempt), problem.message, sent.signal ?? NEVER);
  }
}

export async function askJson<Answer>(path: string, sent: Sent = {}): Promise<Answer> {
  const response = await send(path, sent);
  return (response.status === 204 ? undefined : await response.json()) as Answer;
}

/** @throws ApiProblem only if the service cannot be reached; other problems are in the response */
export async function attemptToSend(
  path: string,
  sent: Sent,
  credential = currentCredential(),
): Promise<Response> {
  const { method = 'GET', query = {}, body, contentType = 'application/json', headers, signal } = sent;
  try {
    return await fetch(addressOf(path, query), {
      method,
      headers: { ...credential.headers, ...headers, ...(body && { 'content-type': contentType }) },
      body: body === undefined || body instanceof Blob ? (body ?? null) : JSON.stringify(body),
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: credential.redirect,
      signal: signal ?? null,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  }
}

function addressOf(path: string, query: Query): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return given.length > 0 ? `..${path}?${parameters.toString()}` : `..${path}`;
}

/** The longest pause that a user has to wait for, ms. If the API asks for a longer pause, the problem is shown. */
const MAX_PAUSE_MS = 65_000;

/**
 * Returns true if the request can be sent again after this problem. After any other problem, the service may already
 * have done the write.
 */
function canSendAgain({ status, code, retryAfterMs }: ApiProblem, { method = 'GET' }: Sent): boolean {
  if ((retryAfterMs ?? 0) > MAX_PAUSE_MS) return false;
  if (status === 429 || code === 'BUSY') return true;
  return status === 503 && method === 'GET' && retryAfterMs !== null;
}

const pauseAfter = ({ retryAfterMs }: ApiProblem, attempt: number): number =>
  Math.max(250, retryAfterMs ?? 1000 * attempt);
