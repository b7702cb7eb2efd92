import { DAY_MS, MINUTE_MS } from '../../../src/shared/market/intervals.js';
import { heldSpan } from './held-candles.js';

const market = (symbol: string) => ({ symbol, feed: 'own' });

const spanOf = (symbols: readonly string[], times: readonly number[]) =>
  heldSpan({ assets: symbols.map(market) } as unknown as Parameters<typeof heldSpan>[0], {
    points: times.map((time) => ({ time })),
  });

describe('the candles for buy and hold', () => {
  it('cover the equity curve in the shortest interval that needs at most 2,000 bars', () => {
    const from = 20 * DAY_MS;
    const intervalAfter = (bars: number) => spanOf(['A'], [from, from + (bars - 1) * MINUTE_MS])?.interval;
    expect(intervalAfter(2_000)).toBe('1m');
    expect(intervalAfter(2_001)).toBe('5m');
    expect(spanOf(['A'], [from, from + 400 * DAY_MS])).toEqual({
      symbol: 'A',
      feed: 'own',
      interval: '1d',
      from,
      to: from + 400 * DAY_MS + 1,
    });
  });

  it('are not read if there are several markets or no equity curve', () => {
    expect(spanOf(['A', 'B'], [0, 1])).toBeNull();
    expect(spanOf(['A'], [])).toBeNull();
    expect(heldSpan({ assets: [] }, undefined)).toBeNull();
  });
});
