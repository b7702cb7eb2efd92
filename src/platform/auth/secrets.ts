import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

const VISIBLE_LENGTH = 12;

/** Returns a new random key: 256 bits, with a prefix that identifies this service. */
export function newSecret(): string {
  return `bss_${randomBytes(32).toString('base64url')}`;
}

/** Returns the SHA-256 of a key in hex. A key is random, so a slow password hash would only add latency. */
export function hashOf(secret: string): string {
  return hash('sha256', secret, 'hex');
}

/** Returns the part of a key that may be shown, so that its owner can recognise the key. */
export function prefixOf(secret: string): string {
  return secret.slice(0, VISIBLE_LENGTH);
}

/** Compares two hashes of equal length in constant time. */
export function sameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
