import { Logger } from '@nestjs/common';
import { errors, exportJWK, generateKeyPair } from 'jose';
import type { Problem } from '../../common/problem.js';
import { COOLDOWN_MS, FRESH_MS, RETRY_MS, TokenKeys, USABLE_MS } from './token-keys.js';

// The key sets here fail on purpose.
beforeAll(() => Logger.overrideLogger(false));

const { publicKey } = await generateKeyPair('ES256');
const jwk = await exportJWK(publicKey);

/** A key set on a clock of its own, whose source has the keys `names` unless it is away. */
function aKeySet() {
  const source = { names: ['a'], isAway: false, reads: 0, now: 1_000_000 };
  const keys = new TokenKeys(
    async () => {
      source.reads += 1;
      if (source.isAway) throw new Error('away');
      return JSON.stringify({ keys: source.names.map((kid) => ({ ...jwk, kid })) });
    },
    () => source.now,
  );
  /** What a token signed with this key gets. */
  const ask = async (kid: string): Promise<string> => {
    try {
      return (await keys.get({ alg: 'ES256', kid })).type;
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown' : (error as Problem).code;
    }
  };
  return { source, keys, ask };
}

it('the key set is read once for requests that need it at the same time', async () => {
  const { source, ask } = aKeySet();
  expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['public', 'unknown', 'public']);
  expect(source.reads).toBe(1);
});

it('the key set is read again for an unknown key once the cooldown is over', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  source.names = ['a', 'b'];
  source.now += COOLDOWN_MS - 1;
  expect([await ask('b'), source.reads]).toEqual(['unknown', 1]);
  source.now += 1;
  expect([await ask('b'), source.reads]).toEqual(['public', 2]);
});

it('the key set is read again when it is old, so that a withdrawn key ends', async () => {
  const { source, keys, ask } = aKeySet();
  await ask('a');
  source.names = ['b'];
  source.now += FRESH_MS;
  expect([await ask('a'), source.reads]).toEqual(['public', 1]);
  source.now += 1;
  // This request does not wait for it.
  expect(await ask('a')).toBe('public');
  await keys.reload();
  expect([await ask('a'), source.reads]).toEqual(['unknown', 2]);
});

it('the known keys stay valid for an hour while the set cannot be read; unknown ones are neither good nor bad', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  source.isAway = true;
  source.now += USABLE_MS;
  expect([await ask('a'), await ask('b')]).toEqual(['public', 'IDENTITY_UNAVAILABLE']);
  source.now += 1;
  expect([await ask('a'), await ask('b')]).toEqual(['IDENTITY_UNAVAILABLE', 'IDENTITY_UNAVAILABLE']);
  source.isAway = false;
  source.now += RETRY_MS;
  expect([await ask('a'), await ask('b')]).toEqual(['public', 'unknown']);
});

it('the key set is requested every 5 s at most while it cannot be read', async () => {
  const { source, keys, ask } = aKeySet();
  source.isAway = true;
  expect(await keys.reload()).toBe('away');
  source.now += RETRY_MS - 1;
  expect([await ask('a'), source.reads]).toEqual(['IDENTITY_UNAVAILABLE', 1]);
  await expect(keys.get({ alg: 'ES256', kid: 'a' })).rejects.toMatchObject({
    extras: { retryAfterS: 1, reason: 'away' },
  });
  source.isAway = false;
  source.now += 1;
  expect([await ask('a'), source.reads]).toEqual(['public', 2]);
});
