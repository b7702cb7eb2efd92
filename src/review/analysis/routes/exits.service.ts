import { Injectable } from '@nestjs/common';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import { unmeasuredExits } from '../exits/exit-cells.js';
import { type ExitGrid, exitGrid } from '../exits/exit-grid.js';
import type { ExitsAnswer, ExitsQuery } from '../exits/exits.dto.js';
import { numbersIn } from '../../../shared/fields/number-list.js';
import type { AnalysisRequest } from './analysis.service.js';
import { AnalysisCandles } from './analysis-candles.js';
import { CandleAnalyses, type NoResult, jsonResult } from './candle-analyses.js';

@Injectable()
export class ExitsService {
  constructor(
    private readonly candles: AnalysisCandles,
    private readonly analyses: CandleAnalyses,
  ) {}

  /**
   * Returns the results that the trades would have had with other exits, as the JSON of an `ExitsAnswer`.
   * @throws Problem SESSION_NOT_FOUND, BUSY
   */
  get(request: AnalysisRequest<ExitsQuery>): Promise<TaggedJson> {
    const grid = gridOf(request.query);
    const { horizonMs } = this.candles;
    return this.analyses.answer(
      request,
      {
        name: 'exits',
        content: { grid, horizonMs },
        windows: { of: 'exits', horizonMs },
        looksPastExits: true,
        outcomeOf: ({ eligibleCount }) =>
          eligibleCount === 0 ? { state: 'unavailable', reason: 'no-valid-stops' } : null,
        compute: async (run, trades, settings) =>
          jsonResult(await run({ kind: 'exits', ...trades, settings: { ...settings, grid, horizonMs } })),
      },
      blank,
    );
  }
}

const gridOf = ({ targets, stops, breakEvenAt }: ExitsQuery): ExitGrid =>
  exitGrid(
    targets === undefined ? undefined : numbersIn(targets),
    stops === undefined ? undefined : numbersIn(stops),
    breakEvenAt,
  );

function blank({ outcome, windows, slice }: NoResult): ExitsAnswer {
  const { trades, actual } = unmeasuredExits(windows.tradeCount, windows.eligibleCount);
  return { calculationVersion: CALCULATION_VERSION, slice, ...outcome, trades, cells: [], actual };
}
