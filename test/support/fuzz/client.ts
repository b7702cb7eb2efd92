import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Sent } from './resolve.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Maximum time for a response, in seconds. Time during which this process itself did not run does not count. */
const PATIENCE_S = 600;

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  deflate: (body) => inflateSync(body),
};

export const newAgent = (connections: number): Agent =>
  new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request with its headers unchanged and in order, and reads the whole response. */
export function send(agent: Agent, port: number, { method, path, headers, body }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const flat = headers.flatMap(([name, value]) => [name, value]);
    const call = request(
      { agent, port, host: '127.0.0.1', method, path, headers: flat as never, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          clearInterval(timer);
          const packed = Buffer.concat(chunks);
          const unpack = packed.length > 0 ? UNPACK[response.headers['content-encoding'] ?? ''] : undefined;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: unpack ? unpack(packed) : packed,
          });
        });
      },
    );
    let waited = 0;
    const timer = setInterval(() => {
      waited += 1;
      if (waited > PATIENCE_S) call.destroy(new Error(`no answer within ${PATIENCE_S} s`));
    }, 1_000);
    call.once('error', (error) => {
      clearInterval(timer);
      reject(error);
    });
    call.end(body ?? undefined);
  });
}
