import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A proxy in front of a Redis server, which fails as servers and networks do. */
export class RedisProxy {
  private readonly sockets = new Set<Socket>();
  /** Instead of passing commands on, the proxy sends this response to each command that counts a request. */
  private response: string | null = null;
  private isSilent = false;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
    private readonly target: number,
  ) {}

  static async start(redisUrl: string): Promise<RedisProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const proxy = new RedisProxy(server, port, Number(new URL(redisUrl).port));
    server.on('connection', (socket) => proxy.serve(socket));
    return proxy;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Breaks all connections, and new connections as soon as they are made. */
  refuse(): void {
    this.server.removeAllListeners('connection').on('connection', (socket) => socket.resetAndDestroy());
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Keeps connections open without passing anything on. */
  holdBack(): void {
    this.isSilent = true;
  }

  /** Sends the same response to each command that counts a request. */
  respond(response: string): void {
    this.response = response;
  }

  /** Passes everything on over new connections. */
  passOn(): void {
    this.isSilent = false;
    this.response = null;
    this.refuse();
    this.server.removeAllListeners('connection').on('connection', (socket) => this.serve(socket));
  }

  async close(): Promise<void> {
    this.refuse();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(client: Socket): void {
    const redis = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [client, redis],
      [redis, client],
    ] as const) {
      this.sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          this.sockets.delete(socket);
          other.destroy();
        });
    }
    redis.on('data', (data) => !this.isSilent && client.write(data));
    client.on('data', (data) => {
      if (this.isSilent) return;
      if (this.response === null) redis.write(data);
      else for (const _ of data.toString().matchAll(/\r\neval(sha)?\r\n/gi)) client.write(this.response);
    });
  }
}
