import { readFileSync } from 'node:fs';
import { numberIn } from '../../../test/support/number-in.js';
import { measured } from './analytics.js';
import { observe } from './observations.js';
import type { RiskedTrades } from './risked-trades.js';
import { walkableMinutes } from './walkable-minutes.js';
import { newWalks, walkMinutes } from './walk-minutes.js';
import { mergedWindows, minutesIn } from './windows.js';

/*
 * The ideal-R example of docs/statistics.md. The tests compute the results of the example and compare them with the
 * document, so that the document shows what the service returns.
 */
const document = readFileSync(new URL('../../../docs/statistics.md', import.meta.url), 'utf8');
const example = document.split('## Ideal R')[1]!.split('### Example')[1]!;

/** Returns the rows of the table whose first header cell is `first`. The cells of a row are keyed by the header. */
function table(first: string): Record<string, string>[] {
  const rows = example
    .split('\n')
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim())); // prettier-ignore
  const start = rows.findIndex((cells) => cells[0] === first);
  const end = rows.findIndex((cells, i) => i > start && cells.length === 0);
  return rows
    .slice(start + 2, end)
    .map((cells) => Object.fromEntries(cells.map((cell, i) => [rows[start]![i]!.replaceAll('`', ''), cell])));
}

const instant = (time: string) => Date.parse(`2024-01-10T${time.padEnd(8, ':00')}Z`);
const setting = (name: string) =>
  Number(example.match(new RegExp(`\`${name}\`[^\\d]* (\\d+(\\.\\d+)?)`))![1]);

describe('docs/statistics.md', () => {
  it('has an ideal-R example with the results that the service computes', () => {
    const bars = table('bar');
    const column = (name: string) => Float64Array.from(bars, (bar) => numberIn(bar[name]));
    const minutes = walkableMinutes({
      count: bars.length,
      ts: Float64Array.from(bars, (bar) => instant(bar['bar']!)),
      low: column('low'),
      high: column('high'),
      close: column('close'),
    });
    const rows = table('side');
    const of = (value: (row: Record<string, string>) => number) => Float64Array.from(rows, value);
    const trades: RiskedTrades = {
      count: rows.length,
      idOf: String,
      direction: of((row) => (row['side'] === 'long' ? 1 : -1)),
      entryTime: of((row) => instant(row['time']!)),
      entryPrice: of((row) => numberIn(row['entry'])),
      stopLoss: of((row) => numberIn(row['stop'])),
      plNet: of(() => -1),
      asset: of(() => 0),
    };
    const settings = {
      horizonMs: setting('horizonMs'),
      thresholdR: setting('thresholdR'),
      breakEvenThreshold: 0,
    };
    const walks = newWalks(trades);
    const places = Uint32Array.from(rows.keys());
    walkMinutes({ trades, places, horizonMs: settings.horizonMs, walks }, minutes);
    const found = observe(trades, walks, settings);
    const analytics = measured({ total: rows.length, eligible: rows.length }, settings, found);

    expect(found.observations).toMatchObject(
      rows.map((row) => ({
        status: row['status'],
        bestPrice: numberIn(row['bestPrice']),
        idealR: numberIn(row['idealR']),
        observedEndTime: instant(row['observedEndTime']!),
        couldHaveProfitBreakEven: row['couldHaveProfitBreakEven'] === 'true',
      })),
    );
    expect(example).toContain(`/ 3 = ${analytics.averageIdealR}, \`maxIdealR\` ${analytics.maxIdealR}`);
    expect(example).toContain(`2 / 3 = ${analytics.couldHaveProfitBreakEvenRate}`);
    const requested = minutesIn(mergedWindows(trades.entryTime, settings.horizonMs));
    expect(example).toContain(`${requested} in all; \`loadedBars\` is ${bars.length}`);
  });
});
