import { INTERVALS, type Interval } from '../candles/intervals.js';
import { OneOf, SymbolName, Text } from '../common/fields.js';
import { ApiProperty } from '@nestjs/swagger';
import { Project } from './project.entity.js';

export class CreateProjectDto {
  /**
   * Name of the project; white space at both ends is cut off.
   * @example "BTC breakout"
   */
  @Text({ min: 1, max: 200, trimmed: true })
  readonly name!: string;

  /** Symbol that the project is about, stored in upper case. */
  @SymbolName()
  readonly symbol!: string;

  /**
   * Length of the bars that the strategy looks at.
   * @example "15m"
   */
  @OneOf(INTERVALS)
  readonly timeframe!: Interval;
}

export class ProjectDto {
  /** @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a" */
  @ApiProperty({ format: 'uuid' })
  readonly id!: string;

  /** @example "BTC breakout" */
  readonly name!: string;

  /** @example "BTCUSDT" */
  readonly symbol!: string;

  @ApiProperty({ enum: INTERVALS, example: '15m' })
  readonly timeframe!: string;

  /**
   * Epoch milliseconds.
   * @example 1760000000000
   */
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly createdAt!: number;

  /**
   * Epoch milliseconds of the last change of the project's own fields.
   * @example 1760000000000
   */
  @ApiProperty({ type: 'integer', format: 'int64' })
  readonly updatedAt!: number;
}

export class ProjectAnswer {
  readonly project!: ProjectDto;
}

export class ProjectsAnswer {
  readonly projects!: ProjectDto[];
}

export function toProjectDto({ id, name, symbol, timeframe, createdAt, updatedAt }: Project): ProjectDto {
  return { id, name, symbol, timeframe, createdAt, updatedAt };
}
