import { BlockList, isIP } from 'node:net';
import type { Environment } from './environment.js';

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8);
LOOPBACK.addAddress('::1', 'ipv6');

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

const PORT = /:\d*$/;

type HostSettings = Pick<Environment, 'HOST' | 'TRUST_PROXY' | 'PUBLIC_URL' | 'CORS_ORIGINS'>;

/**
 * Returns a check of the header `Host`. On a loopback address, only the names of this machine and the hosts that the
 * settings name are known. A page whose own name was changed to resolve to this machine (DNS rebinding) has the same
 * origin as the service for a browser, but its requests still contain this name. The check accepts every host if the
 * service listens on another address, if a proxy passes on the hosts of its clients, or if any origin may call. It
 * also accepts requests without the header, which no browser sends.
 */
export function knowsHost(settings: HostSettings): (header: string | undefined) => boolean {
  const { HOST, TRUST_PROXY, PUBLIC_URL, CORS_ORIGINS } = settings;
  if (!isLoopback(HOST) || TRUST_PROXY !== '' || CORS_ORIGINS === '*') return () => true;
  const addresses = [PUBLIC_URL, ...CORS_ORIGINS.split(',')].filter((address) => address !== '');
  const own = isIP(HOST) === 6 ? `[${HOST}]` : HOST;
  const known = new Set([
    ...THIS_MACHINE,
    ...[`http://${own}`, ...addresses].map((address) => new URL(address.trim()).hostname),
  ]);
  return (header) => header === undefined || known.has(header.replace(PORT, '').toLowerCase());
}

function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host.toLowerCase() === 'localhost';
  return LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
