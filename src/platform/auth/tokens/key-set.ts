import { type JSONWebKeySet, type JWK, createLocalJWKSet } from 'jose';

/** Finds the key that a token names. */
export type FindKey = ReturnType<typeof createLocalJWKSet>;

/** Maximum number of keys in a set. Identity providers have a handful of keys. */
const MAX_KEYS = 100;

const PUBLIC_KEY_TYPES: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP']);

/** Returns whether a key is usable: public, and with a name, because a token names the key that signed it. */
const isUsable = (key: unknown): key is JWK => {
  if (typeof key !== 'object' || key === null) return false;
  const { kty, kid, d } = key as JWK;
  return PUBLIC_KEY_TYPES.has(kty) && typeof kid === 'string' && d === undefined;
};

/**
 * Reads a key set (JWKS). Ignores keys of other kinds, because a provider may use them for other purposes.
 * @throws Error if the set has no usable key
 */
export function readKeySet(text: string): FindKey {
  const { keys } = parseKeySet(text);
  if (!Array.isArray(keys)) throw new Error('it is not a key set: it has no list "keys"');
  if (keys.length > MAX_KEYS) throw new Error(`it has ${keys.length} keys, more than ${MAX_KEYS}`);
  const usable = keys.filter(isUsable);
  if (usable.length === 0) throw new Error('it has no public key with a "kid"');
  return createLocalJWKSet({ keys: usable });
}

function parseKeySet(text: string): Partial<JSONWebKeySet> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<JSONWebKeySet>;
  } catch {
    throw new Error('it is not JSON');
  }
}
