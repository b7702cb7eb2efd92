import { validateSync } from 'class-validator';
import { createHash } from 'node:crypto';
import { TradeInput } from '../../trades/ingest-trades.dto.js';
import { batchProblems } from '../../trades/batch-problems.js';
import { SAMPLE_RUNS, SAMPLE_SPAN, sampleCandles, sampleMinutes, sampleTrades } from './sample-plan.js';

const minutes = sampleMinutes();
const candles = sampleCandles(minutes);
const trades = SAMPLE_RUNS.map((run) => sampleTrades(candles, run));
const digestOf = (value: string | Uint8Array) =>
  createHash('sha256').update(value).digest('hex').slice(0, 16);

describe('the sample', () => {
  it('has the candles and the trades that are stored in earlier samples', () => {
    const { count, ...columns } = minutes;
    const bytes = Object.values(columns).map(({ buffer }) => new Uint8Array(buffer as ArrayBuffer));
    expect([count, digestOf(Buffer.concat(bytes))]).toEqual([100_800, '11578363b1d5d08c']);
    expect(digestOf(JSON.stringify(trades))).toBe('f2741b62dc1d5530');
  });

  it('has a candle for each quarter of an hour', () => {
    expect(candles).toHaveLength(70 * 96);
    expect([candles[0]!.ts, candles.at(-1)!.ts]).toEqual([SAMPLE_SPAN.start, SAMPLE_SPAN.end - 900_000]);
    const [first] = candles;
    const quarter = (name: 'high' | 'low') => minutes[name].slice(0, 15);
    expect(first).toMatchObject({
      open: minutes.open[0],
      high: Math.max(...quarter('high')),
      low: Math.min(...quarter('low')),
      close: minutes.close[14],
    });
  });

  it('has runs of 30 to 300 valid trades with stops, within the span of the candles', () => {
    for (const run of trades) {
      expect(run.length).toBeGreaterThanOrEqual(30);
      expect(run.length).toBeLessThanOrEqual(300);
      const inputs = run.map((trade) => Object.assign(new TradeInput(), trade));
      expect(inputs.flatMap((input) => validateSync(input))).toEqual([]);
      expect(batchProblems(inputs, 1)).toEqual([]);
      for (const { side, entryPrice, stopLoss, entryTime, exitTime } of run) {
        expect(Math.sign(entryPrice - stopLoss)).toBe(side === 'long' ? 1 : -1);
        expect(entryTime).toBeGreaterThanOrEqual(SAMPLE_SPAN.start);
        expect(exitTime).toBeLessThan(SAMPLE_SPAN.end);
      }
    }
  });

  it('has one run that repeats another, and no other repeats', () => {
    const texts = trades.map((run) => JSON.stringify(run));
    expect(new Set(texts).size).toBe(texts.length - 1);
    expect(texts.at(-1)).toBe(texts[0]);
    expect(new Set(SAMPLE_RUNS.map(({ name }) => name)).size).toBe(SAMPLE_RUNS.length);
  });
});
