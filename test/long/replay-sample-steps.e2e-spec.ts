import { INTERVALS, intervalMs } from '../../src/shared/market/intervals.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { DAY, MINUTE, T, aSymbol } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { repeatableRandom } from '../support/repeatable-random.js';
import {
  type SampleModules,
  type SampleReplay,
  aMarkedMarket,
  clientOf,
  knownSince,
  loadSample,
  shownBy,
} from '../support/replay-sample.js';
import { cleanUp } from '../support/service-process.js';
import type { UntypedClient } from '../support/typescript-client.js';

const STEPS = 10_000;
const STEPS_OF_A_TEST = 1_000;

let sample: SampleModules;
let service: TestApp;
let client: UntypedClient;
const symbol = aSymbol();
let id: string;
let replay: SampleReplay;
const random = repeatableRandom(1);
const counted = { forming: 0, back: 0 };

const open = () => sample.Replay.open(client, id, INTERVALS);

beforeAll(async () => {
  [sample, service] = [await loadSample(), await startTestApp()];
  await storeBars(service, symbol, aMarkedMarket((12 * DAY) / MINUTE));
  client = clientOf(sample, service);
  const source = { randomSourceStart: T + 3 * DAY, randomSourceEnd: T + 12 * DAY, randomSeed: 7 };
  id = await sample.drawReplay(client, symbol, STEPS * MINUTE, source);
  replay = await open();
});
afterAll(async () => {
  await service.close();
  await cleanUp();
});

/** Returns when the latest shown price was known. The person has chosen stops and limits, from earlier prices. */
function latestShown({ series, orders, trades }: SampleReplay): number {
  let latest = 0;
  const see = (...prices: number[]) => {
    for (const price of prices) latest = Math.max(latest, knownSince(price));
  };
  for (const { candles, forming } of series) {
    for (const { open, high, low, close } of candles) see(open, high, low, close);
    if (forming) see(forming.open, forming.high, forming.low, forming.close);
  }
  for (const { fill } of orders) if (fill) see(fill.price);
  for (const { entryPrice, exitPrice } of trades) see(entryPrice, exitPrice);
  return latest;
}

/** Does what a person may do between two steps. */
async function act(choice: number): Promise<void> {
  const last = Math.round(replay.series[0]!.candles.at(-1)!.close);
  const [position] = sample.openPositions(replay.orders, replay.trades);
  const [waiting] = sample.openOrders(replay.orders);
  const side = choice % 1 < 0.5 ? 'long' : 'short';
  const away = side === 'long' ? -1 : 1;
  const order = { side, qty: 3, closes: null, stopLoss: last + 12 * away } as const;
  if (choice < 1) await replay.place({ ...order, limit: null });
  else if (choice < 2) await replay.place({ ...order, limit: last + 2 * away });
  else if (choice < 4 && position) await replay.close(position, position.qty / 2);
  else if (choice < 5 && position) await replay.close(position, position.qty);
  else if (choice < 5.5 && waiting) await replay.cancel(waiting);
  else if (choice >= 119.8) {
    await replay.stepBack(replay.at - 10 * MINUTE);
    counted.back += 1;
  }
}

describe(`${STEPS} steps of the replay sample over six intervals`, () => {
  const firsts = Array.from({ length: STEPS / STEPS_OF_A_TEST }, (_, i) => i * STEPS_OF_A_TEST);

  it.each(firsts)('show no price of a minute that has not closed, from step %i', async () => {
    for (let step = 0; step < STEPS_OF_A_TEST; step += 1) {
      expect(await replay.step()).toBe(true);
      expect(latestShown(replay)).toBe(replay.at);
      for (const { interval, candles, forming } of replay.series) {
        expect(candles.at(-1)!.ts + intervalMs(interval)).toBeLessThanOrEqual(replay.at);
        if (forming) counted.forming += 1;
      }
      await act(random() * 120);
      expect(latestShown(replay)).toBe(replay.at);
    }
    expect(shownBy(await open())).toEqual(shownBy(replay));
  });

  it('have shown forming bars, filled orders, and stepped back', () => {
    expect(counted.forming).toBeGreaterThan(3 * STEPS);
    expect(replay.trades.length).toBeGreaterThan(100);
    expect(counted.back).toBeGreaterThan(5);
  });

  it('would recognize the prices of GET /candles, which are later', async () => {
    const query = { symbol, interval: '1d', before: replay.at, count: 1 };
    const { candles } = (await client.get('/candles', { query })) as { candles: { close: number }[] };
    expect(knownSince(candles[0]!.close)).toBeGreaterThan(replay.at);
  });
});
