import { ApiProperty, PartialType } from '@nestjs/swagger';
import { Id, Time, TimeframeLabel } from '../shared/fields/answer-fields.js';
import { mapperTo } from '../shared/fields/documented-fields.js';
import { SymbolName, Text, Timeframe } from '../shared/fields/fields.js';
import { Project } from './project.entity.js';

export class CreateProjectDto {
  /**
   * Name of the project. White space at both ends is removed.
   * @example "BTC breakout"
   */
  @Text({ min: 1, max: 200, trimmed: true })
  readonly name!: string;

  /**
   * Symbol that the project trades, in upper or lower case; stored in upper case.
   * @example "BTCUSDT"
   */
  @SymbolName()
  readonly symbol!: string;

  /**
   * Bar interval that the strategy works on: a number and a unit, where `m` means minutes and `M` means months.
   * @example "15m"
   */
  @Timeframe()
  readonly timeframe!: string;
}

/** Any fields of a project. Fields that are left out keep their values. */
export class UpdateProjectDto extends PartialType(CreateProjectDto, { skipNullProperties: false }) {
  /**
   * Symbol that the project trades, in upper or lower case; stored in upper case. Existing sessions keep their assets.
   * @example "BTCUSDT"
   */
  override readonly symbol?: string;
}

export class ProjectDto {
  /**
   * Id of the project.
   * @example "0199a8f0-6a3e-7c31-9d5e-2f6f0d1c4b7a"
   */
  @Id()
  readonly id!: string;

  /**
   * Name of the project.
   * @example "BTC breakout"
   */
  @ApiProperty()
  readonly name!: string;

  /**
   * Symbol that the project trades, in upper case.
   * @example "BTCUSDT"
   */
  @ApiProperty()
  readonly symbol!: string;

  /**
   * Bar interval that the strategy works on.
   * @example "15m"
   */
  @TimeframeLabel()
  readonly timeframe!: string;

  /**
   * When the project was created, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly createdAt!: number;

  /**
   * When a field of the project itself last changed, epoch milliseconds.
   * @example 1760000000000
   */
  @Time()
  readonly updatedAt!: number;
}

export class ProjectAnswer {
  /** The project as it is stored. */
  readonly project!: ProjectDto;
}

export class ProjectsAnswer {
  /** All projects of the workspace, newest first. */
  readonly projects!: ProjectDto[];
}

export const toProjectDto: (project: Project) => ProjectDto = mapperTo(ProjectDto);
