import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../shared/fields/cursor.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { TaggedAnswer, type TaggedJson, notModified } from '../../../platform/http/tagged-answer.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { type FillFilter, fillPage } from '../fills/fill-page.js';
import { type FillSummary, unjudgedFills } from '../fills/fill-summary.js';
import { type FillTable, byteLengthOfFills } from '../fills/fill-table.js';
import type { FillsAnswer, FillsQuery, MarketTickDto } from '../fills/fills.dto.js';
import type { CandleOutcome } from '../minutes/candle-states.js';
import { filtersIn } from '../slices/slice-filters.js';
import { type AnsweredSlice, type SliceFilters, answeredSlice } from '../slices/slice.js';
import { fillsTask } from '../fills/fills.task.js';
import type { TradePlace } from '../trade-place.js';
import type { AnalysisRequest } from '../service/analysis.service.js';
import type { CandlePlan } from '../service/candle-plan.js';
import { analysisVersion } from '../service/analysis-version.js';
import { CandleAnalyses, type CandleResult, readyOutcome } from '../service/candle-analyses.js';

const PLAN: CandlePlan<FillTable> = {
  task: fillsTask,
  content: {},
  windows: { of: 'fills' },
  compute: async (run, trades, settings) => {
    const value = await run({ kind: 'fills', ...trades, settings });
    return { value, bytes: byteLengthOfFills(value) };
  },
};

@Injectable()
export class FillsService {
  constructor(private readonly analyses: CandleAnalyses) {}

  /**
   * Returns a page of trades with doubts about their fills, as the JSON of a `FillsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async get(request: AnalysisRequest<FillsQuery>): Promise<TaggedJson> {
    const { count, cursor, kind } = request.query;
    const cursors = cursorsOf(request.sessionId, filtersIn(request.query), kind);
    const after = cursor === undefined ? null : cursors.read(cursor);
    const result = await this.analyses.get<FillTable>(request, async () => ({
      ...PLAN,
      tagOf: (version, session) => analysisVersion(session, fillsTask, { version, count, after, kind }),
    }));
    if (result.kind === 'known') return notModified(result.etag);
    const { table, summary, ticks, slice, ...outcome } = judged(result);
    const page = table && fillPage(table, after, count, kind);
    const body: FillsAnswer = {
      calculationVersion: CALCULATION_VERSION,
      slice,
      ...outcome,
      resolution: table?.resolution ?? null,
      ticks,
      summary,
      trades: (page?.trades ?? []).map((trade) => ({ ...trade, findings: [...trade.findings] })),
      nextCursor: page?.next ? cursors.write(page.next) : null,
    };
    return new TaggedAnswer(result.etag, [Buffer.from(JSON.stringify(body))]);
  }
}

/**
 * Returns the cursors for the pages of a slice and a kind of finding. These cursors are refused for other slices and
 * kinds.
 */
const cursorsOf = (sessionId: string, slice: SliceFilters | null, kind: FillFilter | undefined) =>
  new Cursors({ route: `/sessions/${sessionId}/analysis/fills`, filters: { ...slice, kind }, order: 'asc' }, [
    'time',
    'time',
    'text',
  ]) satisfies { read(cursor: string): TradePlace };

interface Judged extends CandleOutcome {
  readonly slice: AnsweredSlice | null;
  readonly summary: FillSummary;
  readonly ticks: MarketTickDto[];
  readonly table: FillTable | null;
}

function judged(result: Exclude<CandleResult<FillTable>, { kind: 'known' }>): Judged {
  const unjudged = (tradeCount: number) => ({ summary: unjudgedFills(tradeCount), ticks: [], table: null });
  if (result.kind === 'none') {
    const { outcome, windows, slice } = result;
    return { ...outcome, slice, ...unjudged(windows.tradeCount) };
  }
  const { value: table, session, assets } = result;
  const slice = answeredSlice(result.slice, table.count, table.of);
  if (table.bars === 0)
    return { state: 'unavailable', reason: 'candles-unavailable', slice, ...unjudged(table.count) };
  return { ...readyOutcome(session), slice, summary: table.summary, ticks: ticksOf(table, assets), table };
}

const ticksOf = ({ ticks }: FillTable, assets: readonly Asset[]): MarketTickDto[] =>
  ticks.map(({ asset, tick }) => {
    const { symbol, feed } = assets.find(({ position }) => position === asset)!;
    return { symbol, feed, tick };
  });
