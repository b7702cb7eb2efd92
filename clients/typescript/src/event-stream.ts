import type { ClientOptions } from './client-options.js';
import { ConnectionError } from './errors.js';
import { EventParser, type StreamEvent } from './event-parser.js';
import { received } from './received.js';
import { type RequestParts, sendOnce } from './request.js';

const MAX_SILENCE_MS = 45_000;

/** An open stream of server-sent events. */
export class EventStream {
  /** True as soon as the service has sent anything, even a comment. */
  hasReceived = false;
  private readonly options: ClientOptions;
  private readonly signal: AbortSignal | undefined;
  private readonly own = new AbortController();
  private readonly abort = () => this.own.abort();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private body: ReadableStreamDefaultReader<Uint8Array> | undefined;

  private constructor(options: ClientOptions, signal: AbortSignal | undefined) {
    this.options = options;
    this.signal = signal;
    signal?.addEventListener('abort', this.abort, { once: true });
  }

  /**
   * Sends the request for a stream once.
   * @throws ServiceError for an error response; ConnectionError without a response; the reason of the signal
   */
  static async open(
    options: ClientOptions,
    path: string,
    parts: RequestParts,
    signal: AbortSignal | undefined,
  ): Promise<EventStream> {
    signal?.throwIfAborted();
    const stream = new EventStream(options, signal);
    try {
      const response = await stream.unlessSilent(() =>
        sendOnce(options, 'get', path, { ...parts, signal: stream.own.signal }),
      );
      stream.body = response.body!.getReader();
      return stream;
    } catch (error) {
      stream.close();
      throw error;
    }
  }

  /** @throws ConnectionError if the connection is lost; the reason of the signal */
  async *events(): AsyncGenerator<StreamEvent, void, undefined> {
    const parser = new EventParser();
    for (;;) {
      const { done, value } = await this.unlessSilent(() =>
        received('the events', this.own.signal, () => this.body!.read()),
      );
      if (done) return;
      this.hasReceived = true;
      yield* parser.push(value);
    }
  }

  close(): void {
    clearTimeout(this.timer);
    this.signal?.removeEventListener('abort', this.abort);
    this.own.abort();
  }

  /**
   * Rejects if nothing arrives for too long, because a connection can be lost without any notice, for example while a
   * computer sleeps.
   */
  private async unlessSilent<Result>(receive: () => Promise<Result>): Promise<Result> {
    this.timer = setTimeout(this.abort, this.options.maxSilenceMs ?? MAX_SILENCE_MS);
    try {
      return await receive();
    } catch (error) {
      this.signal?.throwIfAborted();
      if (!this.own.signal.aborted) throw error;
      throw new ConnectionError('The event stream was silent for too long.', { cause: error });
    } finally {
      clearTimeout(this.timer);
    }
  }
}
