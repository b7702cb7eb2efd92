import { Injectable } from '@nestjs/common';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import type { EquityAnswer, EquityQuery } from '../equity/equity.dto.js';
import { unmarkedEquity } from '../equity/unmarked-equity.js';
import { TOO_MANY_MINUTES } from '../minutes/candle-states.js';
import type { AnalysisRequest } from './analysis.service.js';
import { CandleAnalyses, jsonResult, readyOutcome } from './candle-analyses.js';

@Injectable()
export class EquityService {
  constructor(private readonly analyses: CandleAnalyses) {}

  /**
   * Returns the equity with open trades at market prices, as the JSON of an `EquityAnswer`.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  get(request: AnalysisRequest<EquityQuery>): Promise<TaggedJson> {
    const { interval, riskFreeRate } = request.query;
    return this.analyses.answer(
      request,
      {
        name: 'equity',
        content: { interval, riskFreeRate },
        windows: { of: 'equity' },
        outcomeOf: ({ hasTooManyMinutes }) => (hasTooManyMinutes ? TOO_MANY_MINUTES : null),
        compute: async (run, trades, candles, found) => {
          const { initialBalance } = found;
          const settings = {
            ...candles,
            interval,
            riskFreeRate,
            initialBalance,
            outcome: readyOutcome(found),
          };
          return jsonResult(await run({ kind: 'equity', ...trades, settings }));
        },
      },
      ({ outcome, slice }): EquityAnswer => ({
        calculationVersion: CALCULATION_VERSION,
        slice,
        ...outcome,
        ...unmarkedEquity(interval),
      }),
    );
  }
}
