import type { Caller } from './app.js';

/**
 * Returns a caller whose key or token expires soon and has been used once. On a slow machine the key or token is valid
 * for longer.
 */
export async function usedOnce(
  callerFor: (lifetimeMs: number) => Promise<Pick<Caller, 'get'>>,
): Promise<Pick<Caller, 'get'>> {
  for (let lifetimeMs = 1_500; ; lifetimeMs *= 2) {
    const caller = await callerFor(lifetimeMs);
    const { status } = await caller.get('/projects');
    if (status === 200) return caller;
    expect(status).toBe(401);
  }
}
