import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { SessionEventDto } from '../../src/review/events/session-event.dto.js';

/** An event as a client reads it. */
export interface ReadEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: SessionEventDto;
}

/** A client of an event stream. */
export interface StreamReader {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The events so far. */
  readonly events: readonly ReadEvent[];
  /** Number of comments so far. */
  readonly comments: number;
  readonly text: string;
  /** True if the service has ended the stream. */
  readonly isEnded: boolean;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Sends a request for a stream, and reads the response until either side closes the connection. */
export async function readStream(
  url: string,
  headers: Readonly<Record<string, string>>,
  method = 'GET',
): Promise<StreamReader> {
  const outgoing = request(url, { method, headers, agent: false });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  let isEnded = false;
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => {
    response.once('close', () => {
      isEnded = true;
      resolve();
    });
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    get events() {
      return blocksOf(text)
        .filter((block) => !block.startsWith(':'))
        .map(eventOf);
    },
    get comments() {
      return blocksOf(text).filter((block) => block.startsWith(':')).length;
    },
    get text() {
      return text;
    },
    get isEnded() {
      return isEnded;
    },
    ended,
    close: () => outgoing.destroy(),
  };
}

/** Returns the complete blocks of a stream. */
const blocksOf = (text: string): string[] => text.split('\n\n').slice(0, -1);

function eventOf(block: string): ReadEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
  const id = fields.get('id');
  return {
    event: fields.get('event') ?? '',
    ...(id !== undefined && { id }),
    data: JSON.parse(fields.get('data') ?? 'null'),
  };
}
