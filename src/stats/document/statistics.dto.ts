import { STATISTICS } from '../../figures/definitions/figures.js';
import { figureFields } from '../../figures/figure-fields.js';
import { IdealRAnalysisDto } from '../ideal-r/ideal-r.dto.js';
import { BinDto, EquityPointDto, ExpectancyComponentsDto } from './statistics-parts.dto.js';

/** The figures of a session; `docs/statistics.md` has their formulas. Undefined figures are 0. */
export class Statistics extends figureFields(STATISTICS) {
  /**
   * Version of the formulas; changes with any of them.
   * @example "1.0.0"
   */
  readonly calculationVersion!: string;

  /**
   * What the expectancy consists of.
   */
  readonly expectancyComponents!: ExpectancyComponentsDto;

  /**
   * Equity at the first entry and after each distinct exit time, ascending; empty when tradeCount is 0.
   */
  readonly equityCurve!: EquityPointDto[];

  /**
   * Histogram of plPct: contiguous bins [from, to); empty when tradeCount is 0.
   */
  readonly plPctDistribution!: BinDto[];

  /**
   * How far the market ran in the trades' favour before their stops.
   */
  readonly idealRAnalysis!: IdealRAnalysisDto;
}
