import { Injectable } from '@nestjs/common';
import { Cursors } from '../../../shared/fields/cursor.js';
import { TaggedAnswer, type TaggedJson, notModified } from '../../../platform/http/tagged-answer.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { CandleOutcome } from '../minutes/candle-states.js';
import { excursionPage } from '../excursions/excursion-page.js';
import { filtersIn } from '../slices/slice-filters.js';
import { type AnsweredSlice, type SliceFilters, answeredSlice } from '../slices/slice.js';
import { excursionsTask } from '../excursions/excursions.task.js';
import type { TradePlace } from '../trade-place.js';
import { type ExcursionSummary, unmeasuredExcursions } from '../excursions/excursion-summary.js';
import { type ExcursionTable, byteLengthOf } from '../excursions/excursion-table.js';
import type { ExcursionsAnswer, ExcursionsQuery } from '../excursions/excursions.dto.js';
import type { AnalysisRequest } from '../service/analysis.service.js';
import type { CandlePlan } from '../service/candle-plan.js';
import { analysisVersion } from '../service/analysis-version.js';
import { CandleAnalyses, type CandleResult, readyOutcome } from '../service/candle-analyses.js';

/** The excursions of all trades of a session, or the reason why there are no excursions. */
export interface AllExcursions {
  /** ETag of the excursions; null if the excursions may change without a write. */
  readonly etag: string | null;
  /** The excursions; null if the client already has them, as its ETag shows. */
  readonly body: Measured | null;
}

interface Measured extends CandleOutcome {
  readonly slice: AnsweredSlice | null;
  readonly summary: ExcursionSummary;
  readonly table: ExcursionTable | null;
}

const PLAN: CandlePlan<ExcursionTable> = {
  task: excursionsTask,
  content: {},
  windows: { of: 'excursions' },
  compute: async (run, trades, settings) => {
    const value = await run({ kind: 'excursions', ...trades, settings });
    return { value, bytes: byteLengthOf(value) };
  },
};

@Injectable()
export class ExcursionsService {
  constructor(private readonly analyses: CandleAnalyses) {}

  /**
   * Returns the excursions of all trades.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async all(request: Omit<AnalysisRequest<object>, 'query'>): Promise<AllExcursions> {
    const result = await this.analyses.get(request, async () => PLAN);
    return { etag: result.etag, body: result.kind === 'known' ? null : measured(result) };
  }

  /**
   * Returns a page of trades with their excursions, as the JSON of an `ExcursionsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async get(request: AnalysisRequest<ExcursionsQuery>): Promise<TaggedJson> {
    const { count, cursor } = request.query;
    const cursors = cursorsOf(request.sessionId, filtersIn(request.query));
    const after = cursor === undefined ? null : cursors.read(cursor);
    const result = await this.analyses.get<ExcursionTable>(request, async () => ({
      ...PLAN,
      tagOf: (version, session) => analysisVersion(session, excursionsTask, { version, count, after }),
    }));
    if (result.kind === 'known') return notModified(result.etag);
    const { table, summary, slice, ...outcome } = measured(result);
    const page = table && excursionPage(table, after, count);
    const body: ExcursionsAnswer = {
      calculationVersion: CALCULATION_VERSION,
      slice,
      ...outcome,
      resolution: table?.resolution ?? null,
      trades: [...(page?.trades ?? [])],
      summary,
      nextCursor: page?.next ? cursors.write(page.next) : null,
    };
    return new TaggedAnswer(result.etag, [Buffer.from(JSON.stringify(body))]);
  }
}

/** Returns the cursors for the pages of a slice. These cursors are refused for other slices. */
const cursorsOf = (sessionId: string, filters: SliceFilters | null) =>
  new Cursors(
    { route: `/sessions/${sessionId}/analysis/excursions`, filters: { ...filters }, order: 'asc' },
    ['time', 'time', 'text'],
  ) satisfies { read(cursor: string): TradePlace };

function measured(result: Exclude<CandleResult<ExcursionTable>, { kind: 'known' }>): Measured {
  if (result.kind === 'none') {
    const { outcome, windows, slice } = result;
    return { ...outcome, slice, summary: unmeasuredExcursions(windows.tradeCount), table: null };
  }
  const { value: table, session } = result;
  const slice = answeredSlice(result.slice, table.trades.count, table.of);
  // A trade that needs no bars is complete without them.
  if (table.bars > 0 || table.summary.incomplete === 0)
    return { ...readyOutcome(session), slice, summary: table.summary, table };
  const summary = unmeasuredExcursions(table.trades.count);
  return { state: 'unavailable', reason: 'candles-unavailable', slice, summary, table: null };
}
