import { exportJWK, generateKeyPair } from 'jose';
import { readKeySet } from './key-set.js';

const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
const jwk = { ...(await exportJWK(publicKey)), kid: 'a' };
const secret = { kty: 'oct', k: 'c2VjcmV0', kid: 'a' };

const textOf = (...keys: readonly unknown[]): string => JSON.stringify({ keys });

it.each([
  ['alone', textOf(jwk)],
  ['beside a shared secret with the same name', textOf(secret, jwk)],
  ['beside elements that are not keys', textOf(null, 7, [], { kid: 'a' }, jwk)],
  ['beside a key for encryption', textOf({ ...jwk, use: 'enc' }, jwk)],
])('a key set finds a public key: %s', async (_, text) => {
  expect((await readKeySet(text)({ alg: 'ES256', kid: 'a' })).type).toBe('public');
});

const privateJwk = { ...(await exportJWK(privateKey)), kid: 'a' };

it.each([
  ['', 'it is not JSON'],
  ['<html>', 'it is not JSON'],
  ['null', 'it is not a key set: it has no list "keys"'],
  ['{"keys":{}}', 'it is not a key set: it has no list "keys"'],
  [textOf(), 'it has no public key with a "kid"'],
  [textOf(secret), 'it has no public key with a "kid"'],
  [textOf(privateJwk), 'it has no public key with a "kid"'],
  [textOf({ ...jwk, kid: undefined }), 'it has no public key with a "kid"'],
  [textOf(...Array.from({ length: 101 }, () => jwk)), 'it has 101 keys, more than 100'],
])('a text is refused as a key set: %j (%s)', (text, message) => {
  expect(() => readKeySet(text)).toThrow(message);
});

it('a key set ignores keys for encryption, keys for another algorithm, and keys with another name', async () => {
  for (const keys of [[{ ...jwk, use: 'enc' }], [{ ...jwk, kid: 'b' }], [{ ...jwk, alg: 'ES384' }]])
    await expect(readKeySet(textOf(...keys))({ alg: 'ES256', kid: 'a' })).rejects.toThrow(
      'no applicable key',
    );
  await expect(readKeySet(textOf(jwk))({ alg: 'RS256', kid: 'a' })).rejects.toThrow('no applicable key');
});
