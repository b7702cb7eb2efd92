import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Sent } from './resolve.js';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly tookMs: number;
}

/** How long any answer may take, ms. */
export const PATIENCE_MS = 5_000;

const UNPACK: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  br: (body) => brotliDecompressSync(body),
  deflate: (body) => inflateSync(body),
};

export const newAgent = (connections: number): Agent =>
  new Agent({ keepAlive: true, maxSockets: connections });

/** Sends a request as it stands, headers in their order, and reads the whole answer. */
export function send(agent: Agent, port: number, { method, path, headers, body }: Sent): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const since = performance.now();
    const flat = headers.flatMap(([name, value]) => [name, value]);
    const call = request(
      { agent, port, host: '127.0.0.1', method, path, headers: flat as never, setHost: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () => {
          clearTimeout(timer);
          const packed = Buffer.concat(chunks);
          const unpack = packed.length > 0 ? UNPACK[response.headers['content-encoding'] ?? ''] : undefined;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: unpack ? unpack(packed) : packed,
            tookMs: performance.now() - since,
          });
        });
      },
    );
    const timer = setTimeout(
      () => call.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)),
      PATIENCE_MS,
    );
    call.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    call.end(body ?? undefined);
  });
}
