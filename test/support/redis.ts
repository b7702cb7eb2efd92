import { Redis } from 'ioredis';

export const REDIS_URL = process.env['TEST_REDIS_URL'] ?? 'redis://127.0.0.1:6379';

async function isThere(): Promise<boolean> {
  const redis = new Redis(REDIS_URL, {
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return (await redis.ping()) === 'PONG';
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

const hasRedis = await isThere();
if (!hasRedis)
  process.stderr.write(`Not checked: what instances count together (no Redis at ${REDIS_URL}).\n`);

/** A test that needs a Redis server, which is skipped without one. */
export const itWithRedis = hasRedis ? it : it.skip;
