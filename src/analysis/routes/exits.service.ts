import { Injectable } from '@nestjs/common';
import { TaggedAnswer, type TaggedJson, namesTag, notModified } from '../../http/tagged-answer.js';
import type { Asset } from '../../sessions/asset.entity.js';
import type { Session } from '../../sessions/session.entity.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { CALCULATION_VERSION } from '../../figures/calculator/calculate-statistics.js';
import { asBuffer } from '../../worker/worker-thread.js';
import { AnalysisCache } from './analysis-cache.js';
import { AnalysisQueue } from './analysis-queue.js';
import { analysisVersion } from './analysis-version.js';
import type { AnalysisRequest } from './analysis.service.js';
import { AnalysisCandles } from './analysis-candles.js';
import { MAX_TRADES_FOR_CANDLES, type CandleOutcome, TOO_MANY } from '../minutes/candle-states.js';
import { isTooManyTrades } from '../../problems/too-many-trades.js';
import { toTradesAt } from '../../sessions/trades-at.js';
import type { CandleWindows } from '../worker/candle-tasks.js';
import { unmeasuredExits } from '../exits/exit-cells.js';
import { type ExitGrid, exitGrid } from '../exits/exit-grid.js';
import type { ExitsAnswer, ExitsQuery } from '../exits/exits.dto.js';
import { numbersIn } from '../../fields/number-list.js';

@Injectable()
export class ExitsService {
  constructor(
    private readonly sessions: SessionsService,
    private readonly candles: AnalysisCandles,
    private readonly queue: AnalysisQueue,
    private readonly cache: AnalysisCache,
  ) {}

  /**
   * Returns the results that the trades would have had with other exits, as the JSON of an `ExitsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  async get(request: AnalysisRequest<ExitsQuery>): Promise<TaggedJson> {
    const { workspaceId, sessionId, query, ifNoneMatch, client } = request;
    const session = await this.sessions.get(workspaceId, sessionId);
    const assets = await this.sessions.getAssets(workspaceId, sessionId);
    const grid = gridOf(query);
    const { horizonMs } = this.candles;
    const known = await this.versionOf(session, assets, grid);
    // Tags are sent only with final responses, so a tag that the client has is still valid.
    if (namesTag(ifNoneMatch, known)) return notModified(known);
    const kept = this.cache.find(known);
    if (kept) return new TaggedAnswer(known, [kept]);

    const settings = { of: 'exits' as const, horizonMs };
    const windows = await this.queue.run({ kind: 'windows', session: toTradesAt(session), settings }, client);
    // If there are no trades, the session may have been deleted meanwhile, so its existence is checked again.
    if (windows.tradeCount === 0) await this.sessions.get(workspaceId, sessionId);
    const outcome = outcomeOf(session, windows);
    if (outcome) return this.blank(outcome, windows, known);
    const loaded = await this.candles.load(sessionId, assets, windows.markets);
    if (!loaded) return this.blank({ state: 'pending', reason: 'candles-loading' }, windows, null);
    const compute = async (signal: AbortSignal) => {
      const settings = { grid, horizonMs, minutes: loaded.minutes };
      const task = { kind: 'exits', session: toTradesAt(session), settings } as const;
      const { json } = await this.queue.run(task, { ...client, signal });
      return asBuffer(json);
    };
    const version = await this.versionOf(session, assets, grid);
    try {
      if (loaded.mayChange) return new TaggedAnswer(null, [await compute(client.signal)]);
      return new TaggedAnswer(version, [await this.cache.get(version, compute, client.signal)]);
    } catch (error) {
      if (isTooManyTrades(error)) return this.blank(TOO_MANY, windows, null);
      throw error;
    }
  }

  private blank(outcome: CandleOutcome, windows: CandleWindows, etag: string | null): TaggedJson {
    const answer: ExitsAnswer = {
      calculationVersion: CALCULATION_VERSION,
      ...outcome,
      ...toDto(unmeasuredExits(windows.tradeCount, windows.eligibleCount)),
    };
    return new TaggedAnswer(etag, [Buffer.from(JSON.stringify(answer))]);
  }

  /** Returns the version of the response. Candles do not matter until the session is finished. */
  private async versionOf(session: Session, assets: readonly Asset[], grid: ExitGrid): Promise<string> {
    const { status } = session;
    const candles = status === 'finished' ? await this.candles.revisionOf(assets) : '';
    const { horizonMs } = this.candles;
    return analysisVersion(session, 'exits', { status, grid, horizonMs, candles });
  }
}

const gridOf = ({ targets, stops, breakEvenAt }: ExitsQuery): ExitGrid =>
  exitGrid(
    targets === undefined ? undefined : numbersIn(targets),
    stops === undefined ? undefined : numbersIn(stops),
    breakEvenAt,
  );

/** Returns the reason why nothing can be measured, regardless of candles; null if something can be measured. */
function outcomeOf({ status }: Session, { tradeCount, eligibleCount }: CandleWindows): CandleOutcome | null {
  if (status === 'active') return { state: 'deferred', reason: 'session-active' };
  if (tradeCount === 0) return { state: 'unavailable', reason: 'no-trades' };
  if (eligibleCount === 0) return { state: 'unavailable', reason: 'no-valid-stops' };
  if (tradeCount > MAX_TRADES_FOR_CANDLES) return TOO_MANY;
  return null;
}

const toDto = ({ trades, actual }: ReturnType<typeof unmeasuredExits>) => ({ trades, cells: [], actual });
