import type { Request } from 'express';
import { isIP } from 'node:net';

/** `1.2.3.4:5678` and `[::1]:5678`, as some gateways write the addresses of their clients. */
const WITH_PORT = /^\[?([^\]]+?)\]?:\d+$/;

/** The address of the client: without the port that a gateway may add, and that of the connection if it sent none. */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  if (isIP(ip)) return ip;
  const address = WITH_PORT.exec(ip)?.[1] ?? '';
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}
