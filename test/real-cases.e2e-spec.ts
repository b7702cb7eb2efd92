import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Statistics } from '../src/stats/document/statistics.dto.js';
import type { TradeDto } from '../src/trades/trade.dto.js';
import { TestApp, startTestApp } from './support/app.js';
import { MINUTE, aSession, finish, ingest, statsOf } from './support/factories.js';
import { realData } from './support/real-data.js';
import { itWith } from './support/with-recordings.js';

/**
 * A list of trades that another tool has exported, with the results that the tool reports for each trade and for the
 * whole list.
 */
interface Case {
  readonly session: { readonly symbols: readonly string[]; readonly feesConfig: object } & Record<
    string,
    unknown
  >;
  readonly trades: readonly (Record<string, unknown> & { readonly clientId: string; readonly tool: Tool })[];
  readonly tool: Tool;
}
type Tool = Readonly<Record<string, number>>;

interface Recorded {
  readonly stats: Statistics;
  readonly trades: readonly TradeDto[];
  readonly rows: Case['trades'];
  readonly tool: Tool;
}

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const cases = realData('cases', 'the figures of recorded lists by HTTP');
const itWithCases = itWith(cases);

/** Records a case as a session, and checks the responses of the service. */
async function withCase(name: string, check: (recorded: Recorded) => void): Promise<void> {
  const file = join(cases!, `${name}.json`);
  const { session: input, trades: rows, tool } = JSON.parse(readFileSync(file, 'utf8')) as Case;
  const { symbols, ...fields } = input;
  const assets = symbols.length > 0 ? { assets: symbols.map((symbol) => ({ symbol })) } : {};
  const session = await aSession(t.call, { ...fields, ...assets });
  const sent = rows.map((row) => ({ ...row, tool: undefined }));
  const { inserted, trades } =
    sent.length > 0 ? await ingest(t.call, session, sent) : { inserted: 0, trades: [] };
  expect(inserted).toBe(rows.length);
  const { stats } = await finish(t.call, session);
  const { idealRAnalysis: _, ...figures } = stats;
  expect(await statsOf(t.call, session)).toMatchObject(figures);
  check({ stats, trades, rows, tool });
}

/** freqtrade rounds amounts to 8 decimals. */
const near = (actual: number | undefined, expected: number | undefined, tolerance = 1e-6) => {
  expect(actual).toBeDefined();
  expect(Math.abs(Number(actual) - Number(expected))).toBeLessThanOrEqual(tolerance);
};

/** Checks everything that can be compared for a list of freqtrade, except the drawdown. */
function checkFreqtrade({ stats, trades, rows, tool }: Recorded): void {
  expect(stats).toMatchObject({
    tradeCount: tool['total_trades'],
    winCount: tool['wins'],
    lossCount: tool['losses'],
    breakEvenCount: tool['draws'],
  });
  near(stats.plNet, tool['profit_total_abs']);
  near(stats.plNetPct, (100 * tool['profit_total_abs']!) / tool['starting_balance']!, 1e-4);
  near(stats.netProfitFactor, tool['profit_factor']);
  near(stats.equityCurve.at(-1)?.equity ?? tool['starting_balance'], tool['final_balance']);
  // The tool reports mean durations in seconds, rounded to minutes, and null if there are no trades.
  near(stats.avgDurationMs, 1000 * (tool['holding_avg_s'] ?? 0), MINUTE / 2);
  near(stats.avgWinDurationMs, 1000 * (tool['winner_holding_avg_s'] ?? 0), MINUTE / 2);
  near(stats.avgLossDurationMs, 1000 * (tool['loser_holding_avg_s'] ?? 0), MINUTE / 2);

  for (const [i, { tool: own }] of rows.entries()) {
    const trade = trades[i]!;
    near(trade.plNet, own['profit_abs']);
    near(
      trade.feesPaid,
      trade.qty * (trade.entryPrice * own['fee_open']! + trade.exitPrice * own['fee_close']!),
    );
    // The ratio of freqtrade is relative to the amount paid, including the entry fee.
    near(trade.plPct, 100 * own['profit_ratio']! * (1 + own['fee_open']!), 1e-4);
    near(trade.exitTime - trade.entryTime, own['trade_duration_min']! * MINUTE, 0);
  }
}

describe('a list of freqtrade', () => {
  itWithCases('with 24 trades on nine symbols has the figures of the tool', () =>
    withCase('freqtrade-24-trades', (recorded) => {
      checkFreqtrade(recorded);
      const { stats, tool } = recorded;
      expect(stats).toMatchObject({ tradeCount: 24, winCount: 19, lossCount: 5 });
      near(stats.plNet, 3.60204958);
      near(stats.maxDrawdown, tool['max_drawdown_abs']);
      near(stats.maxDrawdownPct, 100 * tool['max_relative_drawdown']!);
    }),
  );

  itWithCases('with 5 winners and 3 true break-evens has no loser and no drawdown', () =>
    withCase('freqtrade-8-trades-no-loser', (recorded) => {
      checkFreqtrade(recorded);
      const { stats, trades } = recorded;
      expect(stats).toMatchObject({ winCount: 5, lossCount: 0, breakEvenCount: 3, netProfitFactor: 0 });
      expect(trades.filter(({ plNet }) => plNet === 0)).toHaveLength(3);
      near(stats.maxDrawdown, 0, 0);
    }),
  );

  itWithCases('with only losing trades has a drawdown that includes the first loss', () =>
    withCase('freqtrade-3-losers', (recorded) => {
      checkFreqtrade(recorded);
      const { stats, tool } = recorded;
      // The drawdown of freqtrade is 0.898 instead of 1.132, because freqtrade leaves out the first loss.
      near(stats.maxDrawdown, -tool['profit_total_abs']!);
      near(stats.maxDrawdownPct, (100 * 1.13205003) / 25);
      expect(stats.equityCurve).toHaveLength(2);
    }),
  );

  itWithCases('without trades has figures of 0', () =>
    withCase('freqtrade-no-trades', (recorded) => {
      checkFreqtrade(recorded);
      const { stats } = recorded;
      expect(stats).toMatchObject({
        tradeCount: 0,
        plNet: 0,
        maxDrawdown: 0,
        equityCurve: [],
        plPctDistribution: [],
      });
    }),
  );
});

describe('a list of TradingView', () => {
  itWithCases('with 56 trades at a stop of 1000 and a target of 1500 makes −3.5 R', () =>
    withCase('tradingview-56-trades', ({ stats, trades, rows, tool }) => {
      for (const [i, { tool: own }] of rows.entries()) {
        near(trades[i]?.plNet, own['netPl']);
        near(trades[i]?.plPct, own['netPlPct'], 0.005);
        // The risk is 1000 · 0.01 = 10.
        near(trades[i]?.rMultiple ?? NaN, own['netPl']! / 10);
      }
      expect(stats).toMatchObject({ tradeCount: 56, winCount: 21, lossCount: 35, feesPaid: 0 });
      near(stats.plNet, tool['final_cumulative_pnl']);
      near(stats.avgRMultiple * 56, -3.5);
      near(stats.maxRMultiple, 1.5, 1e-3);
      // No two trades have the same exit time, so the curve equals the tool's cumulative result.
      for (const [i, { equity }] of stats.equityCurve.slice(1).entries()) {
        near(equity, 10_000 + rows[i]!.tool['cumulativePl']!);
      }
    }),
  );
});
