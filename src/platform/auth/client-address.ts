import type { Request } from 'express';
import { isIP } from 'node:net';

/** Address with a port, `1.2.3.4:5678` or `[::1]:5678`, as some gateways write the addresses of their clients. */
const WITH_PORT = /^\[?([^\]]+?)\]?:\d+$/;

/** Returns the address of the client without a port. Without a gateway, this is the address of the connection. */
export function clientAddress({ ip = '', socket }: Pick<Request, 'ip' | 'socket'>): string {
  if (isIP(ip)) return ip;
  const address = WITH_PORT.exec(ip)?.[1] ?? '';
  return isIP(address) ? address : (socket.remoteAddress ?? '');
}
