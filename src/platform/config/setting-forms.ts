import { isIP } from 'node:net';

/** Returns true for an origin in the form that browsers send: scheme, host and port only. */
const isOrigin = (text: string): boolean => URL.canParse(text) && new URL(text).origin === text;

export const areOrigins = (value: unknown): boolean =>
  typeof value === 'string' &&
  (['', '*'].includes(value) || value.split(',').every((part) => isOrigin(part.trim())));

export const isWebAddress = (value: unknown): boolean =>
  typeof value === 'string' && (value === '' || (/^https?:\/\/[^@]*$/.test(value) && URL.canParse(value)));

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
