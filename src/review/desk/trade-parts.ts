import { Injectable } from '@nestjs/common';
import { type AnalysisRequest, AnalysisService } from '../analysis/service/analysis.service.js';
import { breakdownRoute } from '../analysis/breakdown/breakdown.route.js';
import { calendarRoute } from '../analysis/calendar/calendar.route.js';
import { confidenceRoute } from '../analysis/confidence/confidence.route.js';
import { costsRoute } from '../analysis/costs/costs.route.js';
import { positionsRoute } from '../analysis/positions/positions.route.js';
import { firstAnswersRoute } from '../analysis/first-answers/first-answers.route.js';
import { monteCarloRoute } from '../analysis/monte-carlo/monte-carlo.route.js';
import { riskRoute } from '../analysis/risk/risk.route.js';
import { sizingRoute } from '../analysis/sizing/sizing.route.js';
import type { BreakdownBy } from '../analysis/breakdown/breakdown.js';
import { ConfidenceQuery } from '../analysis/confidence/confidence.dto.js';
import { type MonteCarloAnswer, MonteCarloQuery } from '../analysis/monte-carlo/monte-carlo.dto.js';
import { type RiskAnswer, RiskQuery } from '../analysis/risk/risk.dto.js';
import { SizingQuery } from '../analysis/sizing/sizing.dto.js';
import type { Bytes } from '../../shared/text/bytes.js';
import type { TaggedJson } from '../../platform/http/tagged-answer.js';
import { confidenceEffort, pathEffort, sizingEffort } from './report-effort.js';
import { pathSettings, pathMethod } from './sheet/path-method.js';
import { ROLLING_WINDOWS } from './sheet/rolling-windows.js';

/** The suggestion of a basis does not depend on the number of paths, so the fewest are enough. */
const SUGGESTING_PATHS = 100;

/** A request for a part, with the threshold of the report. */
export type ReportPartRequest = AnalysisRequest<{ readonly breakEvenThreshold: number }>;

/** Computes the parts of a report that need only the trades. */
@Injectable()
export class TradeParts {
  constructor(private readonly analysis: AnalysisService) {}

  /** @param tradeCount number of trades of the session */
  begin(asked: ReportPartRequest, tradeCount: number) {
    const { query } = asked;
    const by = (by: BreakdownBy) =>
      this.analysis.answer(breakdownRoute, { ...asked, query: { ...query, by } });
    const risk = this.risk({ ...asked, ifNoneMatch: undefined });
    return {
      risk,
      monteCarlo: risk.then((answer) => this.paths(asked, methodFor(answer), pathEffort(tradeCount))),
      confidence: this.analysis.answer(confidenceRoute, {
        ...asked,
        query: Object.assign(new ConfidenceQuery(), query, confidenceEffort(tradeCount)),
      }),
      calendar: this.analysis.answer(calendarRoute, asked),
      bySide: by('side'),
      bySymbol: by('symbol'),
      byTag: by('tag'),
      byDuration: by('duration'),
      byMonth: by('month'),
      byWeekday: by('weekday'),
      byHour: by('hour'),
      firstAnswers: this.analysis.answer(firstAnswersRoute, asked),
      positions: this.analysis.answer(positionsRoute, asked),
      costs: this.analysis.answer(costsRoute, { ...asked, query: {} }),
      sizing: this.analysis.answer(sizingRoute, {
        ...asked,
        query: Object.assign(new SizingQuery(), sizingEffort(tradeCount)),
      }),
    };
  }

  /**
   * Returns the paths of the basis that fits the sizes of the trades. The response for a few paths in money names this
   * basis.
   */
  private async paths(
    asked: ReportPartRequest,
    method: ReturnType<typeof pathMethod>,
    effort: ReturnType<typeof pathEffort>,
  ): Promise<TaggedJson> {
    const pathsOf = (query: Partial<MonteCarloQuery>, request = asked) =>
      this.analysis.answer(monteCarloRoute, {
        ...request,
        query: Object.assign(new MonteCarloQuery(), { method, ...query }),
      });
    const few = { basis: 'money', paths: SUGGESTING_PATHS } as const;
    const { body } = await pathsOf(few, { ...asked, ifNoneMatch: undefined });
    return pathsOf({ ...pathSettings(parsed(body!) as MonteCarloAnswer), ...effort });
  }

  private risk(asked: ReportPartRequest): Promise<TaggedJson> {
    const query = Object.assign(new RiskQuery(), asked.query, { rolling: ROLLING_WINDOWS[0] });
    return this.analysis.answer(riskRoute, { ...asked, query });
  }
}

/** Returns the method of the random paths that fits the results of a session. */
const methodFor = ({ body }: TaggedJson): ReturnType<typeof pathMethod> =>
  pathMethod(parsed(body!) as RiskAnswer);

const parsed = (body: Bytes): unknown => JSON.parse(Buffer.concat(body).toString());
