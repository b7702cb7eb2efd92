import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestApp, startTestApp } from '../support/app.js';
import { aProject, statsOf } from '../support/factories.js';
import { printedNet } from '../support/printed-net.js';
import { namesIn, realData } from '../support/real-data.js';
import { sendRun } from '../support/run-files.js';
import { itWith } from '../support/with-recordings.js';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

interface FreqtradeRun {
  readonly trades: readonly { readonly profit_abs: number; readonly pair: string }[];
  readonly strategy_name: string;
  readonly starting_balance: number;
  readonly stake_currency: string;
  readonly timeframe: string;
  readonly backtest_start_ts: number;
  readonly backtest_end_ts: number;
  readonly profit_total_abs: number;
}

describe('a run of freqtrade', () => {
  const directory = realData('exports/freqtrade', 'sessions made of runs of freqtrade');
  itWith(directory).each(namesIn(directory))(
    '%s becomes a session with the net profit that the tool reports',
    async (name) => {
      const text = readFileSync(join(directory!, name), 'utf8');
      const [run] = Object.values((JSON.parse(text) as { strategy: Record<string, FreqtradeRun> }).strategy);
      const { trades, profit_total_abs: net } = run!;
      const project = await aProject(t.call);
      const { body } = await sendRun(t.call, project, text).expect(201);
      const [{ session, ...counts }] = body.sessions;
      expect(body.sessions).toHaveLength(1);
      expect(counts).toEqual({
        created: true,
        desk: `/desk/#/sessions/${session.id}`,
        inserted: trades.length,
        stored: 0,
        skipped: [],
        skippedCount: 0,
        ambiguous: [],
        ambiguousCount: 0,
        tradeCount: trades.length,
        notices: [],
        suggested: null,
        money: expect.any(Array),
        check: expect.anything(),
      });
      const pairs = [...new Set(trades.map(({ pair }) => pair.replace('/', '')))];
      expect(session).toMatchObject({
        projectId: project.id,
        strategy: run!.strategy_name,
        initialBalance: run!.starting_balance,
        accountCurrency: run!.stake_currency,
        rangeStart: run!.backtest_start_ts,
        rangeEnd: run!.backtest_end_ts,
        source: 'import',
        mode: 'automated',
        status: 'active',
        feesConfig: { entryFee: 0.1, exitFee: 0.1, type: 'percent' },
        assets: pairs.map((symbol) => ({ symbol, feed: 'venue-spot', timeframe: run!.timeframe })),
      });
      expect(session.assets).toHaveLength(pairs.length);
      expect(session.summary.tradeCount).toBe(trades.length);
      // The tool adds its profits as doubles, so the test rounds the total to the 8 decimals of a profit.
      expect(session.summary.plNet).toBe(Number(net.toFixed(8)));
      expect((await statsOf(t.call, session)).plNet).toBe(session.summary.plNet);
    },
  );
});

describe('a list of TradingView', () => {
  const directory = realData('exports/tradingview', 'sessions made of lists of TradingView');
  itWith(directory).each(namesIn(directory))(
    '%s becomes a session with the net profit that the tool reports',
    async (name) => {
      const text = readFileSync(join(directory!, name), 'utf8');
      const project = await aProject(t.call, { timeframe: '1h' });
      const missing = await sendRun(t.call, project, text);
      expect(missing.body.details.map(({ field }: { field: string }) => field)).toEqual([
        'initialBalance',
        'symbol',
      ]);
      const file = sendRun(t.call, project, text, { initialBalance: '100000', symbol: 'EURUSD' });
      const { body } = await file.set('content-disposition', `attachment; filename="${name}"`).expect(201);
      const [{ session }] = body.sessions;
      expect(session).toMatchObject({
        name,
        strategy: '',
        initialBalance: 100_000,
        accountCurrency: /Net P&L (\w+)/.exec(text)![1],
        rangeStart: null,
        rangeEnd: null,
        assets: [{ symbol: 'EURUSD', feed: 'venue-spot', timeframe: '1h' }],
      });
      const { net, open } = printedNet(text);
      // The list shows amounts in cents, so a difference of one cent is a rounding error and not a fee.
      const cents = 0.01 * session.summary.tradeCount;
      expect(Math.abs(session.summary.plNet - (net - open))).toBeLessThanOrEqual(cents);
    },
  );
});
