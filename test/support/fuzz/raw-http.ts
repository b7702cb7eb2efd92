import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** One of the responses on a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

export interface Conversation {
  readonly answers: readonly RawAnswer[];
  /** Received bytes that are not a response. */
  readonly rest: string;
  /** True if the service ended the connection. */
  readonly closed: boolean;
}

/** If nothing arrives during this number of other requests, the client ends the connection. */
const IDLE_ROUNDS = 20;
/**
 * If the service has not closed a connection after this number of other requests, the connection counts as left open.
 */
const PATIENCE_ROUNDS = 500;

/**
 * Sends bytes unchanged, and reads until the service ends the connection. If nothing arrives for a while, the client
 * ends the connection, because the sent bytes may be half a request. The unit of time is a response to another request,
 * because such a response also takes longer on a busy machine.
 */
export async function converse(port: number, parts: readonly Buffer[]): Promise<Conversation> {
  const socket = connect(port, '127.0.0.1');
  const chunks: Buffer[] = [];
  let lastRound = 0;
  let round = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    lastRound = round;
  });
  socket.on('error', () => undefined);
  for (const part of parts) {
    if (socket.closed) break;
    socket.write(part);
    await delay(1);
  }
  for (; !socket.closed && round < PATIENCE_ROUNDS; round += 1) {
    if (round - lastRound > IDLE_ROUNDS) socket.end();
    await (await fetch(`http://127.0.0.1:${port}/health/ready`)).arrayBuffer();
    await delay(10);
  }
  const { closed } = socket;
  socket.destroy();
  return { ...answersIn(Buffer.concat(chunks).toString('latin1')), closed };
}

/** Splits the bytes of a connection into responses by their lengths. */
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
