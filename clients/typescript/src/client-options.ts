/** A key or token, or a function that returns the current key or token, for example after a renewal. */
export type Credential = string | (() => string | Promise<string>);

/** A request that is about to be sent again. */
export interface Retry {
  readonly method: string;
  readonly path: string;
  /** Number of attempts so far. */
  readonly attempts: number;
  /** Time until the next attempt. */
  readonly pauseMs: number;
  readonly error: Error;
}

export interface ClientOptions {
  /** Address of the service, with its base path if it has one. A browser also accepts a path of its own origin. */
  readonly baseUrl: string;
  /** API key. Leave it out if you send a token. */
  readonly apiKey?: Credential | undefined;
  /** Token of an identity provider. */
  readonly token?: Credential | undefined;
  /** Maximum number of times that a request is sent. Default: 5. */
  readonly maxAttempts?: number | undefined;
  /**
   * Longest time of a call, with all attempts, pauses and the reading of the response. Default: 60,000 ms; 30 minutes for
   * imports, exports, reports and copies, and for each batch of `addTrades`. An event stream has no end.
   */
  readonly timeoutMs?: number | undefined;
  /**
   * Size of the largest response in bytes, without compression. Default: 256 MB. A response with an error status and an
   * event have at most 1 MB.
   */
  readonly maxResponseBytes?: number | undefined;
  /** If the service asks for a pause longer than this time, the request fails at once. Default: 60,000 ms. */
  readonly maxPauseMs?: number | undefined;
  /**
   * An event stream that is silent for this time counts as lost. The service sends something every 15 s. Default:
   * 45,000 ms.
   */
  readonly maxSilenceMs?: number | undefined;
  /** Called before each pause. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** Returns the headers that identify the caller. */
export async function credentials({ apiKey, token }: ClientOptions): Promise<Record<string, string>> {
  if (token !== undefined) return { authorization: `Bearer ${await valueOf(token)}` };
  return apiKey === undefined ? {} : { 'x-api-key': await valueOf(apiKey) };
}

const valueOf = (credential: Credential): string | Promise<string> =>
  typeof credential === 'function' ? credential() : credential;
