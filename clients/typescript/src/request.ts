import { type ClientOptions, credentials } from './client-options.js';
import { ConnectionError, ServiceError, serviceErrorOf } from './errors.js';

/** The parts of a request. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
  /** A value that is sent as JSON; with `contentType`, the contents of a file. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request once.
 * @throws ServiceError for an error response; ConnectionError without a response; the reason of the signal
 */
export async function sendOnce(
  options: ClientOptions,
  method: string,
  path: string,
  parts: RequestParts,
): Promise<Response> {
  const { signal, contentType, body } = parts;
  const url = addressOf(options.baseUrl, path, parts);
  const headers = new Headers(parts.headers);
  for (const [name, value] of Object.entries(await credentials(options))) headers.set(name, value);
  if (body !== undefined) headers.set('content-type', contentType ?? 'application/json');
  const init: RequestInit = {
    method: method.toUpperCase(),
    headers,
    body: body === undefined ? null : contentType === undefined ? JSON.stringify(body) : (body as BodyInit),
    // A redirect to another host would receive the key.
    redirect: 'manual',
    signal: signal ?? null,
  };
  const response = await received(url, signal, () => (options.fetch ?? globalThis.fetch)(url, init));
  if (response.ok || response.status === 304) return response;
  if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
    await response.body?.cancel();
    throw new ServiceError(response.status, 'UNREADABLE', `${url} redirects: check the base URL.`);
  }
  throw await serviceErrorOf(response);
}

/**
 * Reads a JSON response; undefined if the response is empty.
 * @throws ServiceError if the response is not JSON; ConnectionError if the response is not complete
 */
export async function readJson(response: Response, signal?: AbortSignal): Promise<unknown> {
  if (response.status === 204) return undefined;
  const text = await received(response.url, signal, () => response.text());
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError(
      response.status,
      'UNREADABLE',
      `${response.url} has not sent JSON: check the base URL.`,
      { requestId: response.headers.get('x-request-id') },
    );
  }
}

/** Turns a failure of the connection into a ConnectionError, and a cancellation into the reason of the signal. */
export async function received<Result>(
  url: string,
  signal: AbortSignal | undefined,
  receive: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  try {
    return await receive();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new ConnectionError(
      `No complete response from ${url}. The service may be unreachable, or may not allow pages of this origin (CORS).`,
      { cause },
    );
  }
}

function addressOf(baseUrl: string, path: string, { params = {}, query = {} }: RequestParts): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segmentOf(path, name, params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    // A list is sent as values with commas between them.
    if (value !== undefined) search.set(name, String(value as string | number | readonly string[]));
  return `${baseUrl}${filled}${search.size > 0 ? `?${search.toString()}` : ''}`;
}

/**
 * @throws TypeError for a value such as `..` or an empty text. The address is normalized before the request is sent, so
 * such a value would lead to another path.
 */
function segmentOf(path: string, name: string, value: unknown): string {
  if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
    throw new TypeError(`The parameter ${name} of ${path} must be a text that is not empty.`);
  return encodeURIComponent(value);
}

/** Returns the address without a slash at its end. In a browser, the address may be relative to the page. */
export function baseUrlOf(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href;
  if (!URL.canParse(baseUrl, page)) throw new TypeError(`The base URL ${baseUrl} is not a URL.`);
  return new URL(baseUrl, page).href.replace(/\/+$/, '');
}
