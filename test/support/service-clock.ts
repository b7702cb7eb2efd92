import { jest } from '@jest/globals';

const service = globalThis as unknown as {
  readonly DateOfService: DateConstructor;
  passServiceTime(ms: number): void;
};

/**
 * Stops the clock of the service, so that no minute of a limit ends during a test. `jest.restoreAllMocks` starts it
 * again.
 * @param aheadMs time by which the clock is set forward before it stops, ms
 */
export function stopServiceClock(aheadMs = 0): void {
  const time = service.DateOfService.now() + aheadMs;
  jest.spyOn(service.DateOfService, 'now').mockReturnValue(time);
}

/**
 * Moves forward the monotonic clock of the service, which the caches of keys, tokens and quotas use. Timers and dates do
 * not change.
 */
export const passServiceTime = (ms: number): void => service.passServiceTime(ms);
