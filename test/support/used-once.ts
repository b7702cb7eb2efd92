import type { Caller } from './app.js';

/**
 * A caller whose key or token expires soon, and that has been served once before. On a slow machine it gets more time
 * for that.
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
