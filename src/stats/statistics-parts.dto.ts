import { ApiProperty } from '@nestjs/swagger';

const INTEGER = { type: 'integer' } as const;
const INSTANT = { type: 'integer', format: 'int64' } as const;

export class ExpectancyComponentsDto {
  /**
   * winCount / tradeCount, 0..1.
   * @example 0.66666667
   */
  readonly winProbability!: number;

  /**
   * lossCount / tradeCount, 0..1.
   * @example 0.33333333
   */
  readonly lossProbability!: number;

  /**
   * breakEvenCount / tradeCount, 0..1.
   * @example 0
   */
  readonly breakEvenProbability!: number;

  /**
   * Mean plNet of the break-even trades, account currency. 0 also when breakEvenCount is 0.
   * @example 0
   */
  readonly avgBreakEven!: number;

  /**
   * winProbability · avgWin.
   * @example 240
   */
  readonly winContribution!: number;

  /**
   * lossProbability · avgLoss.
   * @example -33.33333333
   */
  readonly lossContribution!: number;

  /**
   * breakEvenProbability · avgBreakEven.
   * @example 0
   */
  readonly breakEvenContribution!: number;
}

export class EquityPointDto {
  /**
   * Epoch milliseconds.
   * @example 1680372000000
   */
  @ApiProperty(INSTANT)
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
  @ApiProperty(INTEGER)
  readonly count!: number;
}
