import { DataSource } from 'typeorm';
import { BREAKDOWNS } from '../../src/review/analysis/breakdown/breakdown.js';
import { FIGURES } from '../../src/shared/figures/definitions/figures.js';
import type { Caller, TestApp } from '../support/app.js';
import { ANALYSES } from '../support/analysis-paths.js';
import { type Fields, T, aSession, aSymbol, aTrade, finish, ingest } from '../support/factories.js';
import { storeBars } from '../support/ideal-r.js';
import { repeatableRandom } from '../support/repeatable-random.js';
import { sharedTestApp } from '../support/shared-app.js';
import { simulatedTape, tapeTrades } from '../support/simulated-tape.js';
import { until } from '../support/until.js';

let t: TestApp;
beforeAll(async () => {
  t = await sharedTestApp();
});

const MINUTES = 3 * 1_440;
const TAPE = simulatedTape(3, MINUTES, T);
const TRADES = tapeTrades(TAPE, 60, 4, { by: 'open', lengthMs: 60_000 }, 0.5).map(
  ({ side, qty, entryPrice, entryTime, exitPrice, exitTime, stopLoss, takeProfit }, i) =>
    aTrade({
      side,
      qty,
      entryPrice,
      entryTime,
      exitPrice,
      exitTime,
      stopLoss,
      takeProfit,
      clientId: `t${i}`,
      positionId: `p${i % 4}`,
      tags: i % 3 === 0 ? ['a'] : ['b'],
    }),
);

/** Routes with other parameters than those of `ANALYSES`. */
const MORE = [
  ...BREAKDOWNS.map((by) => ['analysis/breakdown', `?by=${by}`] as const),
  ...['money', 'equity', 'risk'].map(
    (basis) => ['analysis/monte-carlo', `?paths=100&basis=${basis}`] as const,
  ),
  ['analysis/timing', '?method=bracket'],
  ['analysis/sizing', '?notional=10,50'],
  ['analysis/excursions', '?count=500'],
  ['analysis/fills', '?count=500&kind=gap'],
  ['analysis/costs', '?multiples=0,2&basisPoints=1,10'],
  ['analysis/figures', '?side=long&compare=rest'],
  ...Object.keys(FIGURES).map((figure) => ['stats/explain', `?figure=${figure}`] as const),
  ['stats', ''],
] as readonly (readonly [path: string, query: string])[];

/** Creates a finished session of a workspace that has seen a part of its market in an earlier session. */
async function aTradedSession(call: Caller, symbol: string, trades: readonly Fields[]) {
  const asset = { symbol, executionCostConfig: { spread: 0.03, slippage: 0.01 } };
  const earlier = await aSession(call, { assets: [asset], name: 'Earlier' });
  await ingest(call, earlier, [{ ...TRADES[0]!, qty: 1 }]);
  const session = await aSession(call, {
    assets: [asset],
    randomSeed: 42,
    initialBalance: 2_000,
    accountTimezone: 'America/New_York',
    feesConfig: { entryFee: 0.05, exitFee: 0.04 },
  });
  await ingest(call, session, trades);
  await finish(call, session);
  return session;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** Removes ids, and the share of quantities in volumes. */
const comparable = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value: unknown) => {
      if (key === 'participation') return undefined;
      return typeof value === 'string' && ID.test(value) ? 'an id' : value;
    }),
  );

/** Stores the same trades in two workspaces: with point values, and with the product as quantity. */
async function twins(pointValueOf: (i: number) => number) {
  const symbol = aSymbol();
  const { bars } = TAPE;
  await storeBars(
    t,
    symbol,
    Array.from(bars.ts, (ts, i) => ({
      ts,
      open: bars.open[i]!,
      high: bars.high[i]!,
      low: bars.low[i]!,
      close: bars.close[i]!,
      volume: 1e9,
    })),
  );
  const with_ = TRADES.map((trade, i) => ({ ...trade, pointValue: pointValueOf(i) }));
  const without = TRADES.map((trade, i) => ({
    ...trade,
    qty: Number((Number(trade.qty) * pointValueOf(i)).toFixed(6)),
  }));
  return [
    [t.call, await aTradedSession(t.call, symbol, with_)],
    [t.other, await aTradedSession(t.other, symbol, without)],
  ] as const;
}

const hashOf = async ({ id }: { readonly id: string }): Promise<string | undefined> => {
  const [row] = await t.app
    .get(DataSource)
    .query<{ hash: string }[]>(
      `SELECT encode(trades_hash, 'hex') AS hash FROM session_figures WHERE session_id = $1`,
      [id],
    );
  return row?.hash;
};

describe('a session whose trades have point values', () => {
  const random = repeatableRandom(8);
  const values = TRADES.map(() => [0.01, 1, 2, 50, 672.8127][Math.floor(random() * 5)]!);

  it.each([
    ['that are all 2', () => 2],
    ['of any size', (i: number) => values[i]!],
  ] as const)(
    '%s has the figures of the session whose quantities are multiplied instead',
    async (_, pointValueOf) => {
      const sessions = await twins(pointValueOf);
      for (const [path, query] of [...ANALYSES, ...MORE]) {
        const [one, other] = await Promise.all(
          sessions.map(async ([call, { id }]) => {
            const url = `/sessions/${id}/${path}${query}`;
            await until(async () => (await call.get(url).expect(200)).body.state !== 'pending');
            return (await call.get(url).expect(200)).body as Fields;
          }),
        );
        expect([path, query, comparable(one)]).toEqual([path, query, comparable(other)]);
        expect([path, one!['state'] ?? 'ready']).toEqual([path, 'ready']);
      }
      const [one, other] = sessions.map(([, session]) => session);
      await until(async () => (await hashOf(one!)) !== undefined && (await hashOf(other!)) !== undefined);
      expect(await hashOf(one!)).toBe(await hashOf(other!));
    },
  );
});
