import type { Candle } from '../../src/candles/store/bar-columns.js';
import { type TestApp } from '../support/app.js';
import { sharedTestApp } from '../support/shared-app.js';
import { exampleCandles, exampleTrades } from '../support/candle-analysis.js';
import { MINUTE, T, aSessionWith, aSymbol } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

/** The last trade of the example exits at the open of minute 4. Later bars show what happens next. */
const later = (price: number): Candle[] =>
  Array.from({ length: 120 }, (_, i) => ({
    ts: T + (5 + i) * MINUTE,
    open: price,
    high: price * 2,
    low: price / 2,
    close: price,
    volume: 1,
  }));

describe('an active session in the mode manual', () => {
  it.each(['equity?interval=1m', 'excursions', 'fills', 'timestamps', 'timing?seed=1'])(
    'does not reveal later bars through %s',
    async (path) => {
      const answers: unknown[] = [];
      for (const bars of [[], later(98), later(1_000)]) {
        const symbol = aSymbol();
        await storeBars(t, symbol, [...exampleCandles(), ...bars]);
        // All exits are at whole minutes, so their resolution is a minute. Each exit could be within the bar that opens
        // at the exit time, but the service must not read this bar.
        const trades = exampleTrades().map((trade) => ({
          ...trade,
          exitTime: Math.ceil(Number(trade.exitTime) / MINUTE) * MINUTE,
        }));
        const session = await aSessionWith(t.call, trades, { assets: [{ symbol }], mode: 'manual' });
        const { text } = await t.call.get(`/sessions/${session.id}/analysis/${path}`).expect(200);
        answers.push(JSON.parse(text.replaceAll(symbol, 'X').replaceAll(/[0-9a-f]{8}-[\w-]{27}/g, 'id')));
      }
      expect(answers[0]).toMatchObject(path === 'timestamps' ? { verdict: 'aligned' } : { state: 'ready' });
      expect(answers[1]).toEqual(answers[0]);
      expect(answers[2]).toEqual(answers[0]);
    },
  );
});
