import { BlockList, type Socket, isIPv6 } from 'node:net';
import { TLSSocket } from 'node:tls';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

/** Returns whether a connection leaves this machine without encryption. A Unix socket has no remote address. */
export function isReadableOnTheWay(socket: Pick<Socket, 'remoteAddress'>): boolean {
  const { remoteAddress } = socket;
  if (remoteAddress === undefined || socket instanceof TLSSocket) return false;
  return !LOOPBACK.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}
