import { connectingFor } from './connection-owner.js';
import { SharedPool, shareOf } from './shared-pool.js';

describe('the share of a workspace', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [10, 5],
  ])('of a pool with %d connections is %d', (poolSize, share) => {
    expect(shareOf(poolSize)).toBe(share);
  });
});

describe('a pool whose server refuses connections', () => {
  it('frees the slot of each connection that fails', async () => {
    // No server listens on this port.
    const pool = new SharedPool({ host: '127.0.0.1', port: 1, max: 2, connectionTimeoutMillis: 60_000 });
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const connecting = connectingFor('a workspace', () => pool.connect());
      await expect(connecting).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    await pool.end();
  });
});
