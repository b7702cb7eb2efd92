import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/openapi-document.js';
import { type PlacedOrder, type SampleModules, loadSample, placedOrder } from '../support/replay-sample.js';
import { cleanUp } from '../support/service-process.js';

let sample: SampleModules;
beforeAll(async () => {
  sample = await loadSample();
});
afterAll(cleanUp);

describe('the fills of the sample', () => {
  const minute = (open: number, high: number, low: number) => ({ ts: 60_000, open, high, low, close: open });
  const placed = (fields: Partial<PlacedOrder>) => ({
    ...placedOrder(fields),
    id: '1',
    placedAt: 0,
    fill: null,
  });
  const opened = (fields: Partial<PlacedOrder>) => ({ ...placed(fields), fill: { time: 0, price: 100 } });

  it.each([
    ['a market order at the open', {}, minute(101, 102, 100), 101],
    ['a limit that is reached at its price', { limit: 99 }, minute(100, 101, 98), 99],
    ['a limit that is touched', { limit: 99 }, minute(100, 101, 99), 99],
    ['a limit at the open if the minute opens beyond it', { limit: 99 }, minute(97, 101, 96), 97],
    ['no limit that is not reached', { limit: 99 }, minute(100, 101, 99.5), null],
    ['a limit to sell', { side: 'short', limit: 103, stopLoss: 1000 }, minute(100, 104, 99), 103],
    [
      'a limit to sell at a higher open',
      { side: 'short', limit: 103, stopLoss: 1000 },
      minute(105, 106, 99),
      105,
    ],
    ['no limit to sell that is not reached', { side: 'short', limit: 103 }, minute(100, 102, 99), null],
  ] as const)('%s', (_, fields, candle, price) => {
    const { orders, exits } = sample.fillMinute(candle, [placed(fields)], []);
    expect(orders[0]!.fill).toEqual(price === null ? null : { time: 60_000, price });
    expect(exits).toEqual([]);
  });

  it.each([
    ['at its price', { stopLoss: 95 }, minute(99, 101, 94), 95],
    ['at the open if the minute opens beyond it', { stopLoss: 95 }, minute(93, 101, 92), 93],
    ['not at all if it is not reached', { stopLoss: 95 }, minute(99, 101, 95.5), null],
    ['of a short position at its price', { side: 'short', stopLoss: 105 }, minute(101, 106, 99), 105],
    ['of a short position at a higher open', { side: 'short', stopLoss: 105 }, minute(107, 108, 99), 107],
  ] as const)('a stop %s', (_, fields, candle, exitPrice) => {
    const { exits } = sample.fillMinute(candle, [opened(fields)], []);
    const exit = {
      clientId: '1-stop',
      positionId: '1',
      qty: 2,
      entryPrice: 100,
      exitPrice,
      exitTime: 60_000,
    };
    expect(exits).toEqual(exitPrice === null ? [] : [expect.objectContaining(exit)]);
  });

  it('the stop of a position that the same minute opens, at the stop', () => {
    const { exits } = sample.fillMinute(minute(100, 101, 94), [placed({ limit: 98, stopLoss: 95 })], []);
    expect(exits).toMatchObject([{ entryPrice: 98, exitPrice: 95, entryTime: 60_000, exitTime: 60_000 }]);
  });

  it('a part at the open, and the stop of the rest, but never more than the position', () => {
    const part = { ...placed({ closes: '1', qty: 0.5, stopLoss: null }), id: '2' };
    const candle = minute(99, 101, 94);
    const { exits } = sample.fillMinute(candle, [opened({ stopLoss: 95 }), part], []);
    expect(exits.map(({ clientId, qty, exitPrice }) => [clientId, qty, exitPrice])).toEqual([
      ['2', 0.5, 99],
      ['1-stop', 1.5, 95],
    ]);
    const all = [1.5, 1.5].map((qty, i) => ({ ...part, qty, id: String(i + 2) }));
    const twice = sample.fillMinute(candle, [opened({ stopLoss: 95 }), ...all], []);
    expect(twice.exits.map(({ qty }) => qty)).toEqual([1.5, 0.5]);
  });
});

describe('the files of the sample', () => {
  it('are small: at most 400 lines of code in all', async () => {
    const directory = join(ROOT, 'samples/replay');
    const files = (await readdir(directory)).filter((file) => /\.(ts|html|css)$/.test(file));
    expect(files.toSorted()).toEqual([
      'book.ts',
      'chart.ts',
      'index.html',
      'main.ts',
      'replay.ts',
      'style.css',
    ]);
    const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
    const lines = texts.flatMap((text) => text.split('\n'));
    // Blank lines and comments do not count.
    expect(lines.filter((line) => !/^\s*($|\/\/|\/\*\*|\*)/.test(line)).length).toBeLessThanOrEqual(400);
  });
});
