import { batchesOf, withPositions } from './batches.js';
import { MAX_RESPONSE_BYTES, bounded } from './bounded.js';
import type { ClientOptions } from './client-options.js';
import { BULK_MS, Deadline, timeoutOf } from './deadline.js';
import { ConnectionError, ServiceError, unreadable } from './errors.js';
import { type EventOptions, type SessionEvent, sessionEvents } from './events.js';
import { type Item, type PagedPath, checkList, listIn, nextPage } from './pages.js';
import { isRepeatable, newIdempotencyKey, takesIdempotencyKey } from './posts.js';
import { type RequestParts, baseUrlOf, isStream, readJson, sendOnce } from './request.js';
import { withRetries } from './retries.js';
import type {
  Answer,
  Body,
  CommonOptions,
  JsonPathOf,
  Method,
  OptionsArgument,
  PathOf,
  RequestOptions,
  TaggedPath,
} from './routes.js';

/** A response, and the ETag that identifies the response. If the ETag is null, the response may change at any time. */
export interface Tagged<Of> {
  readonly answer: Of;
  readonly etag: string | null;
}

export type NewTrade = Body<'post', '/sessions/{id}/trades'>['trades'][number];

type StoredTrades = Answer<'post', '/sessions/{id}/trades'>;

/**
 * Routes whose DELETE returns no content. If a DELETE is repeated and finds nothing, an earlier attempt has deleted the
 * resource, so the repeated DELETE counts as a success.
 */
const EMPTY_DELETES: ReadonlySet<string> = new Set([
  '/projects/{id}',
  '/sessions/{id}',
  '/sessions/{id}/trades/{tradeId}',
]);

const isEmptyDelete = (method: Method, path: string): boolean =>
  method === 'delete' && EMPTY_DELETES.has(path);

/**
 * Calls the service. Paths, parameters, bodies and responses have the types of the OpenAPI document.
 *
 * Every call throws a `ServiceError` for an error response, a `ConnectionError` if no complete response arrives in time,
 * and the reason of the signal if the call is cancelled.
 */
export class BacktestClient {
  private readonly options: ClientOptions;

  constructor(options: ClientOptions) {
    this.options = { ...options, baseUrl: baseUrlOf(options.baseUrl) };
  }

  get<Path extends JsonPathOf<'get'>>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'get', Path>>
  ): Promise<Answer<'get', Path>> {
    return this.json('get', path, options);
  }

  post<Path extends JsonPathOf<'post'>>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'post', Path>>
  ): Promise<Answer<'post', Path>> {
    return this.json('post', path, options);
  }

  put<Path extends JsonPathOf<'put'>>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'put', Path>>
  ): Promise<Answer<'put', Path>> {
    return this.json('put', path, options);
  }

  patch<Path extends JsonPathOf<'patch'>>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'patch', Path>>
  ): Promise<Answer<'patch', Path>> {
    return this.json('patch', path, options);
  }

  delete<Path extends JsonPathOf<'delete'>>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'delete', Path>>
  ): Promise<Answer<'delete', Path>> {
    return this.json('delete', path, options);
  }

  /**
   * Sends any request and returns the response as `fetch` does. Use it for files, or to read headers such as `etag`. A
   * 304 is a response, not an error. The limits of time and size, and the errors, also apply to the reading of the body.
   */
  send<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<M, Path>>
  ): Promise<Response> {
    return this.exchange(method, path, options, (response) => Promise.resolve(response));
  }

  /** Reads a response unless the caller already has it: returns null if the response still has the given ETag. */
  async getIfChanged<Path extends TaggedPath>(
    path: Path,
    { etag, ...options }: RequestOptions<'get', Path> & { readonly etag?: string | null | undefined },
  ): Promise<Tagged<Answer<'get', Path>> | null> {
    const parts: RequestParts = options;
    const headers = { ...parts.headers, ...(etag && { 'if-none-match': etag }) };
    return this.exchange('get', path, { ...parts, headers }, async (response) => {
      if (response.status === 304) return null;
      const answer = (await readJson(response)) as Answer<'get', Path>;
      return { answer, etag: response.headers.get('etag') };
    });
  }

  /** Reads a list page by page. In a filtered list, a page can be empty although further pages follow. */
  async *pages<Path extends PagedPath>(
    path: Path,
    ...[options]: OptionsArgument<RequestOptions<'get', Path>>
  ): AsyncGenerator<Answer<'get', Path>, void, undefined> {
    checkList(path);
    const parts: RequestParts = options ?? {};
    const earlier = new Set<unknown>();
    for (let next: Readonly<Record<string, unknown>> | null = {}; next !== null;) {
      const page: Answer<'get', Path> = await this.json('get', path, {
        ...parts,
        query: { ...parts.query, ...next },
      });
      yield page;
      next = nextPage(path, page as object, earlier);
    }
  }

  /** Reads the elements of a list, page by page. */
  async *items<Path extends PagedPath>(
    path: Path,
    ...options: OptionsArgument<RequestOptions<'get', Path>>
  ): AsyncGenerator<Item<Path>, void, undefined> {
    for await (const page of this.pages(path, ...options)) yield* listIn(path, page as object);
  }

  /**
   * Stores any number of trades in batches of 500, one after the other. If a batch fails, all earlier batches are
   * stored. It is then safe to add all trades again. The positions in an error count from the first trade of all
   * batches.
   */
  async addTrades(
    sessionId: string,
    trades: Iterable<NewTrade> | AsyncIterable<NewTrade>,
    options: CommonOptions = {},
  ): Promise<StoredTrades> {
    const stored: StoredTrades = { inserted: 0, trades: [] };
    for await (const { first, batch } of batchesOf(trades)) {
      const answer = await this.post('/sessions/{id}/trades', {
        ...options,
        timeoutMs: options.timeoutMs ?? this.options.timeoutMs ?? BULK_MS,
        params: { id: sessionId },
        body: { trades: [...batch] },
      }).catch((error: unknown) => {
        throw withPositions(error, first);
      });
      if (typeof answer.inserted !== 'number' || !Array.isArray(answer.trades))
        throw unreadable('The response to trades has no trades');
      stored.inserted += answer.inserted;
      for (const trade of answer.trades) stored.trades.push(trade);
    }
    return stored;
  }

  /**
   * Follows the changes of a session until it is deleted. The first event is the present state. If the stream is lost,
   * the client opens it again after the last received event, as often as needed. To stop, abort the signal or leave the
   * loop.
   */
  events(sessionId: string, options: EventOptions = {}): AsyncGenerator<SessionEvent, void, undefined> {
    return sessionEvents(this.options, sessionId, options);
  }

  private json<M extends Method, Path extends PathOf<M>>(
    method: M,
    path: Path,
    parts: RequestParts | undefined,
  ): Promise<Answer<M, Path>> {
    const mayBeEmpty = isEmptyDelete(method, path);
    const read = async (response: Response) =>
      (mayBeEmpty && response.status === 204 ? undefined : await readJson(response)) as Answer<M, Path>;
    return this.exchange(
      method,
      path,
      parts,
      read,
      mayBeEmpty ? () => undefined as Answer<M, Path> : undefined,
    );
  }

  /**
   * Sends a request and reads the response. Repeats the request after temporary failures.
   * @param ifGone returns the result if an earlier attempt deleted the resource and the response of that attempt was
   * lost
   */
  private async exchange<Result>(
    method: Method,
    path: string,
    parts: RequestParts = {},
    read: (response: Response) => Promise<Result>,
    ifGone?: () => Result,
  ): Promise<Result> {
    const headers = new Headers(parts.headers);
    if (takesIdempotencyKey(method, path) && !headers.has('idempotency-key'))
      headers.set('idempotency-key', newIdempotencyKey());
    const { timeoutMs = timeoutOf(path), maxResponseBytes = MAX_RESPONSE_BYTES } = this.options;
    const deadline = new Deadline(parts.timeoutMs ?? timeoutMs, parts.signal);
    const { signal } = deadline;
    const repeats = { method, path, isRepeatable: isRepeatable(method, path, headers), signal, deadline };
    const sent = { ...parts, headers, signal };
    const options = isStream(parts.body) ? { ...this.options, maxAttempts: 1 } : this.options;
    let isLost = false;
    const attempt = async () => {
      try {
        const response = await sendOnce(options, method, path, sent);
        return await read(bounded(response, maxResponseBytes, signal, () => deadline.close()));
      } catch (error) {
        isLost ||= error instanceof ConnectionError;
        throw error;
      }
    };
    try {
      return await withRetries(options, repeats, attempt);
    } catch (error) {
      deadline.close();
      // An earlier attempt has deleted the resource, but its response was lost.
      if (ifGone && isLost && error instanceof ServiceError && error.status === 404) return ifGone();
      throw error;
    }
  }
}
