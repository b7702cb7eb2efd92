import type { Caller } from './app.js';

/**
 * Returns a caller whose key or token has been used once and expires soon. If it expires before its first use, because
 * the machine is slow, a key or token with a longer validity replaces it.
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
