import { type TestApp, startTestApp } from '../support/app.js';
import { DAY, HOUR, MINUTE, T, aSymbol } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import {
  type SampleModules,
  type SampleReplay,
  aMarkedMarket,
  clientOf,
  loadSample,
  placedOrder as order,
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

const play = async (replay: SampleReplay, minutes: number) => {
  for (let minute = 0; minute < minutes; minute += 1) expect(await replay.step()).toBe(true);
};
const positionsOf = ({ orders, trades }: SampleReplay) => sample.openPositions(orders, trades);

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
