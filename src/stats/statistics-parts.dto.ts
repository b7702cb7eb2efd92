import { Time, Whole } from '../common/answer-fields.js';
import { Figure } from './figure-field.js';

export class ExpectancyComponentsDto {
  @Figure() readonly winProbability!: number;
  @Figure() readonly lossProbability!: number;
  @Figure() readonly breakEvenProbability!: number;
  @Figure() readonly avgBreakEven!: number;
  @Figure() readonly winContribution!: number;
  @Figure() readonly lossContribution!: number;
  @Figure() readonly breakEvenContribution!: number;
}

export class EquityPointDto {
  /**
   * Epoch milliseconds.
   * @example 1680372000000
   */
  @Time()
  readonly time!: number;

  /**
   * Account currency.
   * @example 10385.9
   */
  readonly equity!: number;
}

export class BinDto {
  /**
   * Lower edge, percent, included.
   * @example -0.2
   */
  readonly from!: number;

  /**
   * Upper edge, percent, excluded.
   * @example 0
   */
  readonly to!: number;

  /**
   * Trades in the bin.
   * @example 1
   */
  @Whole()
  readonly count!: number;
}
