import type { BreakdownAnswer } from '../../src/review/analysis/breakdown/breakdown.dto.js';
import type { CalendarAnswer } from '../../src/review/analysis/calendar/calendar.dto.js';
import type { ConfidenceAnswer } from '../../src/review/analysis/confidence/confidence.dto.js';
import type { CostsAnswer } from '../../src/review/analysis/costs/costs.dto.js';
import type { EquityAnswer } from '../../src/review/analysis/equity/equity.dto.js';
import type { EvidenceAnswer } from '../../src/review/evidence/routes/evidence.dto.js';
import type { ExcursionsAnswer } from '../../src/review/analysis/excursions/excursions.dto.js';
import type { ExitsAnswer } from '../../src/review/analysis/exits/exits.dto.js';
import type { ExplainAnswer } from '../../src/review/analysis/routes/explain.dto.js';
import type { FillsAnswer } from '../../src/review/analysis/fills/fills.dto.js';
import type { FirstAnswersAnswer } from '../../src/review/analysis/first-answers/first-answers.dto.js';
import type { HindsightAnswer } from '../../src/review/analysis/hindsight/hindsight.dto.js';
import type { MonteCarloAnswer } from '../../src/review/analysis/monte-carlo/monte-carlo.dto.js';
import type { RiskAnswer } from '../../src/review/analysis/risk/risk.dto.js';
import type { SizingAnswer } from '../../src/review/analysis/sizing/sizing.dto.js';
import type { SliceFiguresAnswer } from '../../src/review/analysis/slice-figures/slice-figures.dto.js';
import type { TimestampsAnswer } from '../../src/review/analysis/timestamps/timestamps.dto.js';
import type { TimingAnswer } from '../../src/review/analysis/timing/timing.dto.js';
import { type TestApp, startTestApp } from '../support/app.js';
import { ANALYSES } from '../support/analysis-paths.js';
import { HOUR, MINUTE, T, aSession, aSymbol, finish, statsOf } from '../support/factories.js';
import { quietBars, storeBars } from '../support/ideal-r.js';

const MANY = 100_000;

/** The bars of one day, so only the trades of this day have candles. */
const BARS = 24 * 60;

describe('analyses of 100,000 trades', () => {
  let t: TestApp;
  let session: { readonly id: string };

  beforeAll(async () => {
    t = await startTestApp();
    const symbol = aSymbol();
    await storeBars(t, symbol, quietBars(0, BARS, {}));
    session = await aSession(t.call, { assets: [{ symbol }], initialBalance: 1_000_000 });
    const lines = ['symbol,side,qty,entryTime,entryPrice,exitTime,exitPrice,stopLoss'];
    for (let trade = 0; trade < MANY; trade += 1) {
      const [side, stop] = trade % 3 === 0 ? ['short', 1_020] : ['long', 980];
      const entryTime = T + trade * MINUTE;
      const exitPrice = 1_000 + (((trade * 7_919) % 41) - 19);
      lines.push([symbol, side, 1, entryTime, 1_000, entryTime + HOUR / 2, exitPrice, stop].join());
    }
    await t.call
      .post(`/sessions/${session.id}/trades/import`)
      .set('content-type', 'text/csv')
      .send(lines.join('\n'))
      .expect(201);
    await finish(t.call, session);
  });
  afterAll(() => t.close());

  async function getAnswer(path: string) {
    const { body } = await t.call.get(path).expect(200);
    return body;
  }

  const expected: Readonly<Record<string, (body: never) => void>> = {
    'analysis/breakdown': ({ groups }: BreakdownAnswer) => expect(sumOf(groups)).toBe(MANY),
    'analysis/calendar': ({ days }: CalendarAnswer) => expect(sumOf(days)).toBe(MANY),
    'analysis/confidence': ({ winrate }: ConfidenceAnswer) => {
      expect(winrate.low).toBeLessThan(winrate.value!);
      expect(winrate.high).toBeGreaterThan(winrate.value!);
    },
    'analysis/costs': ({ multiples, turnover }: CostsAnswer) => {
      expect(turnover).toBeGreaterThan(MANY * 1_000);
      expect(multiples.map(({ multiple }) => multiple)).toEqual([0, 1, 2, 3]);
    },
    'analysis/equity': ({ state, points, drawdown }: EquityAnswer) => {
      expect([state, drawdown.possible]).toEqual(['ready', null]);
      expect(points.at(-1)!.realised).not.toBe(1_000_000);
    },
    'analysis/evidence': ({ questions }: EvidenceAnswer) => {
      expect(questions).toHaveLength(11);
      expect(questions.find(({ question }) => question === 'not-few-trades')!.value).not.toBeNull();
    },
    'analysis/excursions': ({ state, summary, trades }: ExcursionsAnswer) => {
      expect(state).toBe('ready');
      expect(summary.measured + summary.incomplete).toBe(MANY);
      expect(summary.measured).toBeGreaterThan(BARS / 2);
      for (const { price } of trades) expect(price.mfe.min).toBeLessThanOrEqual(price.mfe.max ?? Infinity);
    },
    'analysis/exits': ({ state, trades, cells }: ExitsAnswer) => {
      expect([state, trades.total, trades.eligible]).toEqual(['ready', MANY, MANY]);
      expect(trades.measured + trades.incomplete).toBe(MANY);
      for (const { avgR } of cells) expect(avgR.worst).toBeLessThanOrEqual(avgR.best!);
    },
    'analysis/first-answers': ({ asFirst, asKept }: FirstAnswersAnswer) => {
      expect(asFirst?.tradeCount).toBe(MANY);
      expect(asFirst).toEqual(asKept);
    },
    'analysis/figures': ({ figures }: SliceFiguresAnswer) => expect(figures.tradeCount).toBe(MANY),
    'analysis/fills': ({ state, summary: { tradeCount, fills } }: FillsAnswer) => {
      expect([state, tradeCount]).toEqual(['ready', MANY]);
      expect(fills.possible + fills.impossible + fills.unknown).toBe(2 * MANY);
      expect(fills.unknown).toBeLessThan(2 * MANY);
    },
    'analysis/hindsight': ({ seenSessions }: HindsightAnswer) => expect(seenSessions).toEqual([]),
    'analysis/monte-carlo': ({ equityBands }: MonteCarloAnswer) => {
      for (const { p05, p50, p95 } of equityBands)
        expect([p05!, p50!, p95!]).toEqual([p05!, p50!, p95!].toSorted((a, b) => a - b));
    },
    'analysis/risk': ({ perTrade }: RiskAnswer) => expect(perTrade.tradeCount).toBe(MANY),
    'analysis/sizing': ({ trades, optimum }: SizingAnswer) => {
      expect(trades).toEqual({ total: MANY, used: MANY });
      expect(optimum.reason).toBe('too-many-trades');
    },
    'analysis/timestamps': ({ known, fitting }: TimestampsAnswer) =>
      expect(fitting).toBeLessThanOrEqual(known),
    // Only one day of the grid has bars.
    'analysis/timing': ({ reason, trades, range }: TimingAnswer) => {
      expect([reason, trades.total, trades.noCandles]).toEqual(['candles-unavailable', MANY, MANY]);
      expect(range!.minutes).toBeGreaterThan(MANY);
    },
    'stats/explain': ({ counted }: ExplainAnswer) => expect(counted).toBe(MANY),
  };

  it.each(ANALYSES)('%s%s covers all trades', async (route, query) => {
    const body = await getAnswer(`/sessions/${session.id}/${route}${query}`);
    expect(body).toHaveProperty('calculationVersion');
    expected[route]?.(body as never);
  });

  it('the report covers all trades', async () => {
    await getAnswer(`/sessions/${session.id}/report`);
    const { tradeCount } = await statsOf(t.call, session);
    expect(tradeCount).toBe(MANY);
  });
});

const sumOf = (rows: readonly { readonly tradeCount: number }[]): number =>
  rows.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
