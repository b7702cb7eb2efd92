import { STATISTICS } from '../../shared/figures/definitions/figures.js';
import { figureFields } from '../../shared/figures/figure-fields.js';
import { IdealRAnalysisDto } from '../ideal-r/ideal-r.dto.js';
import { BinDto, EquityPointDto, ExpectancyComponentsDto } from './statistics-parts.dto.js';

/** Statistics of a session. `docs/statistics.md` has the formulas. Undefined figures are 0. */
export class Statistics extends figureFields(STATISTICS) {
  /** Version of the formulas. It changes whenever a formula changes. */
  readonly calculationVersion!: string;

  /** Components of the expectancy. */
  readonly expectancyComponents!: ExpectancyComponentsDto;

  /** Equity at the first entry and after each distinct exit time, ascending; empty if tradeCount is 0. */
  readonly equityCurve!: EquityPointDto[];

  /** Histogram of plPct: contiguous bins [from, to); empty if tradeCount is 0. */
  readonly plPctDistribution!: BinDto[];

  /** How far the market moved in favour of the trades before it reached their stops. */
  readonly idealRAnalysis!: IdealRAnalysisDto;
}
