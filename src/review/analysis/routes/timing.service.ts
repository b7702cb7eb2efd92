import { Injectable } from '@nestjs/common';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { TaggedAnswer, type TaggedJson, notModified } from '../../../platform/http/tagged-answer.js';
import { validationProblem } from '../../../shared/problems/problem.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { type CandleOutcome, TOO_MANY, TOO_MANY_MINUTES } from '../minutes/candle-states.js';
import { seedOf } from '../random-draws.js';
import type { TimedMarket } from '../timing/timed-trades.js';
import { MAX_TIMING_MINUTES, mostPaths } from '../timing/timing-limits.js';
import type { TimingAnswer, TimingQuery } from '../timing/timing.dto.js';
import { unmeasuredTiming } from '../timing/unmeasured-timing.js';
import type { CandleWindows } from '../worker/candle-tasks.js';
import type { AnalysisRequest } from './analysis.service.js';
import { AnalysisCandles } from './analysis-candles.js';
import { CandleAnalyses, jsonResult, readyOutcome } from './candle-analyses.js';

@Injectable()
export class TimingService {
  constructor(
    private readonly candles: AnalysisCandles,
    private readonly analyses: CandleAnalyses,
  ) {}

  /**
   * Returns whether random entries would have done as well, as the JSON of a `TimingAnswer`.
   * @throws Problem SESSION_NOT_FOUND, VALIDATION_FAILED, BUSY
   */
  async get(request: AnalysisRequest<TimingQuery>): Promise<TaggedJson> {
    const { method, paths = null, seed = null } = request.query;
    const isBracket = method === 'bracket';
    const horizonMs = isBracket ? this.candles.horizonMs : 0;
    const result = await this.analyses.get<Buffer>(request, {
      name: 'timing',
      content: { method, paths, seed, horizonMs },
      windows: { of: 'timing', horizonMs, maxMinutes: MAX_TIMING_MINUTES[method] },
      looksPastExits: isBracket,
      outcomeOf: (windows) => outcomeOf(windows, request.query),
      compute: async (run, trades, candles, found) => {
        const { initialBalance } = found;
        const settings = {
          ...candles,
          method,
          paths,
          seed: seed ?? seedOf(found),
          horizonMs,
          initialBalance,
          outcome: readyOutcome(found),
        };
        return jsonResult(await run({ kind: 'timing', ...trades, settings }));
      },
    });
    if (result.kind === 'known') return notModified(result.etag);
    if (result.kind === 'found')
      return new TaggedAnswer(result.etag, [withNames(result.value, result.assets)]);
    const { outcome, windows, session, slice } = result;
    const answer: TimingAnswer = {
      calculationVersion: CALCULATION_VERSION,
      slice,
      ...outcome,
      ...unmeasuredTiming(method, seed ?? seedOf(session), windows.tradeCount),
    };
    return new TaggedAnswer(result.etag, [Buffer.from(JSON.stringify(answer))]);
  }
}

/**
 * Returns why the timing cannot be measured; null if it can be measured.
 * @throws Problem VALIDATION_FAILED if the paths have too many trades in total
 */
function outcomeOf(
  { tradeCount, hasTooManyMinutes }: CandleWindows,
  { method, paths }: TimingQuery,
): CandleOutcome | null {
  const most = mostPaths(method, tradeCount);
  if (most === 0) return TOO_MANY;
  if (paths !== undefined && paths > most) {
    const message = `must not be greater than ${most} for ${tradeCount} trades with the method ${method}`;
    throw validationProblem([{ field: 'paths', message }]);
  }
  return hasTooManyMinutes ? TOO_MANY_MINUTES : null;
}

/**
 * Adds the symbols and feeds of the markets to a response. The thread identifies a market only by the index of its
 * asset.
 */
function withNames(json: Buffer, assets: readonly Asset[]): Buffer {
  const answer = JSON.parse(json.toString()) as { readonly markets: readonly TimedMarket[] };
  const markets = answer.markets.map(({ asset, ...market }) => {
    const { symbol, feed } = assets.find(({ position }) => position === asset)!;
    return { symbol, feed, ...market };
  });
  return Buffer.from(JSON.stringify({ ...answer, markets }));
}
