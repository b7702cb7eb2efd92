import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestApp, startTestApp } from '../support/app.js';
import { DAY, HOUR, MINUTE, T, aSymbol } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { ROOT } from '../support/openapi-document.js';
import {
  type PlacedOrder,
  type SampleModules,
  type SampleReplay,
  aMarkedMarket,
  clientOf,
  loadSample,
  shownBy,
} from '../support/replay-sample.js';
import { cleanUp } from '../support/service-process.js';

let sample: SampleModules;
let service: TestApp;
let symbol: string;

beforeAll(async () => {
  sample = await loadSample();
  service = await startTestApp();
  symbol = aSymbol();
  await storeBars(service, symbol, aMarkedMarket((3 * DAY) / MINUTE));
});
afterAll(async () => {
  await service.close();
  await cleanUp();
});

const source = { randomSourceStart: T + DAY, randomSourceEnd: T + 3 * DAY, randomSeed: 42 };
const draw = () => sample.drawReplay(clientOf(sample, service), symbol, 8 * HOUR, source);
const open = (id: string) => sample.Replay.open(clientOf(sample, service), id, ['1m', '5m', '1h']);

const order = (fields: Partial<PlacedOrder> = {}): PlacedOrder => ({
  side: 'long',
  qty: 2,
  limit: null,
  stopLoss: 1,
  closes: null,
  ...fields,
});

const play = async (replay: SampleReplay, minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) expect(await replay.step()).toBe(true);
};
const positionsOf = ({ orders, trades }: SampleReplay) => sample.openPositions(orders, trades);

describe('the fills of the sample', () => {
  const minute = (open: number, high: number, low: number) => ({ ts: 60_000, open, high, low, close: open });
  const placed = (fields: Partial<PlacedOrder>) => ({ ...order(fields), id: '1', placedAt: 0, fill: null });
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

describe('a replay', () => {
  it('goes on elsewhere with the same chart, open order, positions and trades', async () => {
    const id = await draw();
    const here = await open(id);
    await play(here, 30);
    await here.place(order());
    await play(here, 40);
    await here.close(positionsOf(here)[0]!, 1);
    await play(here, 7);
    await here.place(order({ limit: 10 }));
    const there = await open(id);
    expect(shownBy(there)).toEqual(shownBy(here));
    expect(positionsOf(there)).toMatchObject([{ positionId: '1', qty: 1 }]);
    expect(sample.openOrders(there.orders)).toMatchObject([{ id: '3', limit: 10 }]);
    expect(there.trades).toMatchObject([{ clientId: '2', positionId: '1', qty: 1 }]);
    await play(there, 300);
    expect(shownBy(await open(id))).toEqual(shownBy(there));
  });

  it('steps back to what was known, ordered and open at an instant', async () => {
    const replay = await open(await draw());
    await play(replay, 30);
    await replay.place(order({ limit: 10 }));
    await play(replay, 10);
    await replay.place(order());
    await play(replay, 10);
    const before = shownBy(replay);
    await replay.close(positionsOf(replay)[0]!, 0.5);
    await play(replay, 10);
    await replay.close(positionsOf(replay)[0]!, 1.5);
    await replay.place(order());
    await play(replay, 10);
    expect(replay.trades).toHaveLength(2);
    await replay.stepBack(before.at);
    expect(shownBy(replay)).toEqual(before);
    expect(positionsOf(replay)).toMatchObject([{ positionId: '2', qty: 2 }]);
    await replay.stepBack(0);
    expect(replay).toMatchObject({ orders: [], trades: [] });
    await play(replay, 1);
  });

  it('has the same statistics to the last digit if the same seed is played with the same orders', async () => {
    const client = clientOf(sample, service);
    const played = async () => {
      const id = await draw();
      const replay = await open(id);
      for (let round = 0; round < 12; round += 1) {
        const last = replay.series[0]!.candles.at(-1)!.close;
        await replay.place(order({ stopLoss: last - 9, qty: 0.3 }));
        await replay.place(order({ side: 'short', stopLoss: last + 5, qty: 0.7, limit: last + 3 }));
        await play(replay, 20);
        for (const position of positionsOf(replay)) await replay.close(position, position.qty / 3);
        await play(replay, 12);
        if (round % 5 === 3) await replay.stepBack(replay.at - 10 * MINUTE);
      }
      const stats = await replay.finish();
      const exits = new Set(replay.trades.map(({ clientId }) => clientId.split('-')[1] ?? 'part'));
      expect(exits).toEqual(new Set(['part', 'stop', 'end']));
      expect(positionsOf(replay)).toEqual([]);
      const fills = await client.get('/sessions/{id}/analysis/fills', { params: { id } });
      expect(fills).toMatchObject({ summary: { fills: { impossible: 0, unknown: 0 } } });
      return JSON.stringify(stats).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id');
    };
    expect(await played()).toBe(await played());
  });

  it('is closed at the last price when it is finished, and takes no more steps', async () => {
    const replay = await open(await draw());
    await play(replay, 5);
    await replay.place(order());
    await replay.place(order({ limit: 10 }));
    await play(replay, 5);
    const last = replay.series[0]!.candles.at(-1)!;
    expect(await replay.finish()).toMatchObject({ tradeCount: 1 });
    expect(replay.trades).toMatchObject([{ clientId: '1-end', exitPrice: last.close, exitTime: last.ts }]);
    expect(replay.orders).toHaveLength(1);
    await expect(replay.step()).rejects.toMatchObject({ code: 'SESSION_FINISHED' });
  });

  it('stops at the end of its range', async () => {
    const client = clientOf(sample, service);
    const replay = await open(await sample.drawReplay(client, symbol, 3 * MINUTE, source));
    await play(replay, 3);
    expect(await replay.step()).toBe(false);
  });

  it('changes nothing on a machine that another one has overtaken', async () => {
    const id = await draw();
    const here = await open(id);
    await play(here, 3);
    await here.place(order());
    await play(here, 2);
    const there = await open(id);
    await there.close(positionsOf(there)[0]!, 1);
    await play(there, 2);
    const stale = { code: 'STATE_CHANGED' };
    await expect(here.place(order())).rejects.toMatchObject(stale);
    await expect(here.stepBack(here.at - MINUTE)).rejects.toMatchObject(stale);
    await expect(here.finish()).rejects.toMatchObject(stale);
    expect(shownBy(await open(id))).toEqual(shownBy(there));
  });

  it.each(['/state', '/trades', '/playhead'])(
    'fills a minute once if the page ends after the request to %s, and the replay goes on elsewhere',
    async (end) => {
      const id = await draw();
      let isLost = false;
      const lost = async (url: string, init: RequestInit) => {
        const response = await fetch(url, init);
        if (!isLost || init.method === 'GET' || !url.endsWith(end)) return response;
        throw new TypeError('The page has ended.');
      };
      const here = await sample.Replay.open(clientOf(sample, service, { fetch: lost, maxAttempts: 1 }), id, [
        '1m',
        '5m',
        '1h',
      ]);
      await play(here, 9);
      await here.place(order());
      await play(here, 9);
      const [position] = positionsOf(here);
      await here.close(position!, 0.5);
      await here.place(order());
      const before = shownBy(here);
      isLost = true;
      await expect(here.step()).rejects.toMatchObject({ name: 'ConnectionError' });
      expect(shownBy(here)).toEqual(before);
      const there = await open(id);
      if (end !== '/playhead') {
        expect(shownBy(there)).toEqual(before);
        await play(there, 1);
      }
      expect(there.at).toBe(before.at + MINUTE);
      expect(there.trades).toMatchObject([{ clientId: '2', qty: 0.5 }]);
      expect(positionsOf(there)).toMatchObject([
        { positionId: '1', qty: 1.5 },
        { positionId: '3', qty: 2 },
      ]);
    },
  );
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
