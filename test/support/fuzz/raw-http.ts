import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** One of the answers on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** What came that is no answer. */
  readonly rest: string;
  /** Whether the service ended the connection within the time given. */
  readonly closed: boolean;
}

/**
 * Sends bytes as they are and reads until the service ends the connection. When nothing has come for a while, the
 * client ends it: what was sent may be half a request.
 */
export async function converse(
  port: number,
  parts: readonly Buffer[],
  { idleMs = 400, patienceMs = 5_000 } = {},
): Promise<Conversation> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let lastAt = Date.now();
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lastAt = Date.now();
  });
  socket.on('error', () => undefined);
  for (const part of parts) {
    if (socket.closed) break;
    socket.write(part);
    await delay(1);
  }
  const until = Date.now() + patienceMs;
  while (!socket.closed && Date.now() < until) {
    if (Date.now() - lastAt > idleMs) socket.end();
    await delay(5);
  }
  const { closed } = socket;
  socket.destroy();
  return { ...answersIn(Buffer.concat(chunks).toString('latin1')), closed };
}

/** The answers in what came over a connection, told apart by their lengths. */
function answersIn(text: string): { answers: RawAnswer[]; rest: string } {
  const answers: RawAnswer[] = [];
  let rest = text;
  for (;;) {
    const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n/.exec(rest);
    if (!head) return { answers, rest };
    const behind = rest.slice(head[0].length);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head[0])?.[1];
    const isChunked = /\r\ntransfer-encoding: chunked\r\n/i.test(head[0]);
    const end = isChunked ? behind.indexOf('0\r\n\r\n') + 5 : Number(length ?? 0);
    const body = behind.slice(0, end);
    answers.push({
      status: Number(head[1]),
      head: head[0],
      body: isChunked ? body.replaceAll(/[0-9a-f]+\r\n|\r\n/g, '') : body,
    });
    rest = behind.slice(end);
  }
}
