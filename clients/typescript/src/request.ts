import { type ClientOptions, credentials } from './client-options.js';
import { serviceErrorOf } from './error-response.js';
import { ServiceError, unreadable } from './errors.js';
import { received } from './received.js';

/** The parts of a request. */
export interface RequestParts {
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
  /** A value that is sent as JSON; with `contentType`, the contents of a file. */
  readonly body?: unknown;
  readonly contentType?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
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
    // `fetch` sends a stream only with this option.
    ...(isStream(body) && { duplex: 'half' }),
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
 * Reads a response, which is a JSON object.
 * @throws ServiceError if the response is anything else; the errors of `bounded`
 */
export async function readJson(response: Response): Promise<object> {
  const answer = parsedObject(await response.text());
  if (answer === undefined) throw unreadable(`${response.url} has not sent a JSON object`, response);
  return answer;
}

/** Returns undefined if the text is not a JSON object. */
export function parsedObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if a body can be sent only once. */
export const isStream = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && ('getReader' in body || Symbol.asyncIterator in body);

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
