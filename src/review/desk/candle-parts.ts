import { Injectable } from '@nestjs/common';
import { ExitsQuery } from '../analysis/exits/exits.dto.js';
import { exitsRoute } from '../analysis/exits/exits.route.js';
import { FillsQuery } from '../analysis/fills/fills.dto.js';
import { DefaultAnswersService } from '../analysis/routes/default-answers.service.js';
import { FillsService } from '../analysis/routes/fills.service.js';
import { AnalysisService } from '../analysis/service/analysis.service.js';
import { TimingQuery } from '../analysis/timing/timing.dto.js';
import { timingRoute } from '../analysis/timing/timing.route.js';
import { timingEffort } from './report-effort.js';
import type { ReportPartRequest } from './trade-parts.js';

/** Maximum number of trades with doubtful fills that a report names, counted from the first. */
const MAX_DOUBTED_TRADES = 500;

/** Computes the parts of a report that need candles. */
@Injectable()
export class CandleParts {
  constructor(
    private readonly answers: DefaultAnswersService,
    private readonly fills: FillsService,
    private readonly analysis: AnalysisService,
  ) {}

  /** @param tradeCount number of trades of the session */
  begin(asked: ReportPartRequest, tradeCount: number) {
    return {
      hindsight: this.answers.get('hindsight', asked),
      markedEquity: this.answers.get('equity', asked),
      timing: this.analysis.answer(timingRoute, {
        ...asked,
        query: Object.assign(new TimingQuery(), timingEffort(tradeCount)),
      }),
      fills: this.fills.get({
        ...asked,
        query: Object.assign(new FillsQuery(), { count: MAX_DOUBTED_TRADES }),
      }),
      exits: this.analysis.answer(exitsRoute, {
        ...asked,
        query: Object.assign(new ExitsQuery(), { targets: 'auto' }),
      }),
      timestamps: this.answers.get('timestamps', asked),
    };
  }
}
