import { isIP } from 'node:net';

const parsedUrl = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null);

/** A URL without a host leaves that to its query, e.g. `postgres://user:secret@/database?host=/run/postgresql`. */
export const isDatabaseUrl = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^postgres(ql)?:\/\/\S+$/.test(value) &&
  (parsedUrl(value.replace('@/', '@host/'))?.pathname.length ?? 0) > 1;

/** As a browser sends it: scheme and host, and nothing behind them. */
const isOrigin = (text: string): boolean => parsedUrl(text)?.origin === text;

export const areOrigins = (value: unknown): boolean =>
  typeof value === 'string' &&
  (['', '*'].includes(value) || value.split(',').every((part) => isOrigin(part.trim())));

const NAMED_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

export const isTrustedProxies = (value: unknown): boolean =>
  typeof value === 'string' &&
  (/^\d*$/.test(value) || value.split(',').every((part) => isNetwork(part.trim())));

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  if (NAMED_NETWORKS.has(text)) return true;
  const most = isIP(address) === 4 ? 32 : 128;
  return (
    isIP(address) > 0 && more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && +bits <= most))
  );
}
