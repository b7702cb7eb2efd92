import { Logger } from '@nestjs/common';
import { errors, exportJWK, generateKeyPair } from 'jose';
import { setImmediate } from 'node:timers/promises';
import type { Problem } from '../../../shared/problems/problem.js';
import { COOLDOWN_MS, FRESH_MS, MAX_WAITING, RETRY_MS, TokenKeys } from './token-keys.js';

// The key sets in this file fail on purpose, so nothing is logged.
beforeAll(() => Logger.overrideLogger(false));

const { publicKey } = await generateKeyPair('ES256');
const jwk = await exportJWK(publicKey);

/**
 * Creates a key set with its own clock, which every pause advances. The source provides the keys `names` unless it is
 * unreachable.
 */
function aKeySet() {
  const source = { names: ['a'], isAway: false, reads: 0, now: 1_000_000, pausedMs: 0 };
  const keys = new TokenKeys(
    async () => {
      source.reads += 1;
      if (source.isAway) throw new Error('away');
      return JSON.stringify({ keys: source.names.map((kid) => ({ ...jwk, kid })) });
    },
    () => source.now,
    async (ms) => {
      await setImmediate();
      source.now += ms;
      source.pausedMs += ms;
    },
  );
  /** Returns the result for a token that was signed with the key `kid`. */
  const ask = async (kid: string): Promise<string> => {
    try {
      return (await keys.get({ alg: 'ES256', kid })).type;
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? 'unknown' : (error as Problem).code;
    }
  };
  return { source, keys, ask };
}

it('the key set is read once for concurrent requests', async () => {
  const { source, ask } = aKeySet();
  expect(await Promise.all(['a', 'b', 'a'].map(ask))).toEqual(['public', 'unknown', 'public']);
  expect(source.reads).toBe(1);
});

it('a token with an unknown key waits for the next read, which starts one second after the last read', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  source.names = ['a', 'b'];
  source.now += 400;
  expect([await ask('b'), source.reads, source.pausedMs]).toEqual(['public', 2, COOLDOWN_MS - 400]);
  source.now += COOLDOWN_MS;
  expect([await ask('c'), source.reads, source.pausedMs]).toEqual(['unknown', 3, COOLDOWN_MS - 400]);
});

it('a key that is announced during a read is found by the next read', async () => {
  const { source, keys, ask } = aKeySet();
  const reading = keys.reload();
  // Waits until the read has begun, so that it returns the old keys.
  while (source.reads === 0) await Promise.resolve();
  source.names = ['a', 'b'];
  const asked = [ask('a'), ask('b'), ask('b')];
  await reading;
  expect(await Promise.all(asked)).toEqual(['public', 'public', 'public']);
  expect(source.reads).toBe(2);
});

it('a flood of unknown keys causes one read per second', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  for (let second = 0; second < 5; second += 1) {
    const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`${second} ${index}`)));
    expect(new Set(answers)).toEqual(new Set(['unknown']));
  }
  expect([source.reads, source.pausedMs]).toEqual([6, 5 * COOLDOWN_MS]);
});

it('a token with an unknown key fails at once if too many tokens wait, while known keys are still found', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  const waiting = Array.from({ length: MAX_WAITING }, (_, index) => ask(`x${index}`));
  expect(await Promise.race([...waiting, ask('one more')])).toBe('IDENTITY_UNAVAILABLE');
  expect([await ask('a'), source.reads]).toEqual(['public', 1]);
  await Promise.all(waiting);
  expect([await ask('b'), source.reads]).toEqual(['unknown', 3]);
});

it('the key set is read again when it is old, so that a withdrawn key is refused', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  source.names = ['b'];
  source.now += FRESH_MS;
  expect([await ask('a'), source.reads]).toEqual(['public', 1]);
  source.now += 1;
  // These requests do not wait for the read.
  expect(await Promise.all([ask('a'), ask('a')])).toEqual(['public', 'public']);
  expect([await ask('b'), source.reads]).toEqual(['public', 2]);
  expect(await ask('a')).toBe('unknown');
});

it('while the key set cannot be read, known keys stay valid for an hour, and unknown keys get IDENTITY_UNAVAILABLE', async () => {
  const { source, ask } = aKeySet();
  await ask('a');
  source.isAway = true;
  source.now += 60 * 60_000;
  expect([await ask('a'), await ask('b')]).toEqual(['public', 'IDENTITY_UNAVAILABLE']);
  source.now += 1;
  expect([await ask('a'), await ask('b')]).toEqual(['IDENTITY_UNAVAILABLE', 'IDENTITY_UNAVAILABLE']);
  source.isAway = false;
  source.now += RETRY_MS;
  expect([await ask('a'), await ask('b')]).toEqual(['public', 'unknown']);
});

it('the key set is requested at most every 5 s while it cannot be read', async () => {
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
