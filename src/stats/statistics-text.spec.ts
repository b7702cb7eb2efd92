import * as fc from 'fast-check';
import { calculateStatistics } from './calculator/calculate-statistics.js';
import { columnsOf } from './calculator/trade-columns.js';
import { statisticsAnswer } from './statistics-answer.js';
import { statisticsText } from './statistics-text.js';

const SETTINGS = { initialBalance: 1000, breakEvenThreshold: 0.5 };

/** Client ids as they come from the database: UTF-8, one behind the other. */
function clientIdsOf(ids: readonly string[]) {
  const bytes = ids.map((id) => Buffer.from(id));
  let end = 0;
  return { bytes: Buffer.concat(bytes), ends: Float64Array.from(bytes, ({ length }) => (end += length)) };
}

const trade = fc.record({
  entryTime: fc.integer({ min: 1, max: 50 }),
  duration: fc.integer({ min: 0, max: 20 }),
  plNet: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
});

const textOf = (...given: Parameters<typeof statisticsText>): string =>
  Buffer.concat(statisticsText(...given)).toString();

describe('the text of the statistics', () => {
  it('is the answer as JSON without its last brace', () => {
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 60 }), (trades) => {
        const rows = trades.map(({ entryTime, duration, plNet }) => ({
          entryTime,
          exitTime: entryTime + duration,
          plGross: plNet + 1,
          plNet,
          plPct: plNet / 7,
          feesPaid: 1,
          rMultiple: null,
        }));
        const ids = rows.map((_, i) => `trade-${String(i).padStart(3, '0')}`);
        const text = textOf({ ...columnsOf(rows), clientId: clientIdsOf(ids) }, SETTINGS);
        const ordered = rows.toSorted((a, b) => a.exitTime - b.exitTime || a.entryTime - b.entryTime);
        expect(`${text}}`).toBe(
          JSON.stringify(statisticsAnswer(calculateStatistics(columnsOf(ordered), SETTINGS))),
        );
      }),
    );
  });

  it('goes on over as many pages as it takes', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({
      entryTime: 1_680_000_000_000 + i * 60_000,
      exitTime: 1_680_000_030_000 + i * 60_000,
      plGross: 1,
      plNet: ((i * 7919) % 1013) / 7 - 90,
      plPct: 1,
      feesPaid: 0,
      rMultiple: null,
    }));
    const columns = columnsOf(rows);
    const pages = statisticsText({ ...columns, clientId: clientIdsOf(rows.map(() => '')) }, SETTINGS);
    expect(pages.length).toBeGreaterThan(3);
    expect(`${Buffer.concat(pages).toString()}}`).toBe(
      JSON.stringify(statisticsAnswer(calculateStatistics(columns, SETTINGS))),
    );
  });

  it('takes equal times in the order of code points of their client ids', () => {
    // U+FF5E comes before U+1F600, though its UTF-16 code unit is the greater one.
    const ids = ['\u{1F600}', '\uFF5E', 'b', 'a'];
    const rows = ids.map((_, i) => ({
      entryTime: 1,
      exitTime: 2,
      plGross: 0,
      plNet: [1, -1, 1, -1][i]!,
      plPct: 0,
      feesPaid: 0,
      rMultiple: null,
    }));
    const text = textOf(
      { ...columnsOf(rows), clientId: clientIdsOf(ids) },
      { ...SETTINGS, breakEvenThreshold: 0 },
    );
    // a (loss), b (win), U+FF5E (loss), U+1F600 (win): no streak is longer than 1.
    expect(JSON.parse(`${text}}`)).toMatchObject({ maxWinStreak: 1, maxLossStreak: 1, avgWinStreak: 1 });
  });
});
