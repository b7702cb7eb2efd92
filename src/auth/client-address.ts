import type { Request } from 'express';
import { isIP } from 'node:net';

/** `1.2.3.4:5678` and `[::1]:5678`, as some gateways write the addresses of their clients. */
const WITH_PORT = /^\[?([^\]]+?)\]?:\d+$/;

/**
 * Returns the address of the client: without the port that a gateway may add, or the address of the connection if
 * there is no gateway.
 */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  if (isIP(ip)) return ip;
  const address = WITH_PORT.exec(ip)?.[1] ?? '';
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}
