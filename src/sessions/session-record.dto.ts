import { ApiProperty } from '@nestjs/swagger';
import { NullableTime, Whole } from '../shared/fields/answer-fields.js';
import { mapperTo } from '../shared/fields/documented-fields.js';
import { decimalOf, parsedDecimal, rounded, times } from '../shared/decimal/exact-decimal.js';
import { ratio, whole } from '../shared/decimal/exact-sum.js';
import { PlayheadDto } from './playhead.dto.js';
import { ProjectDto } from '../projects/project.dto.js';
import type { Asset } from './asset.entity.js';
import { SessionDto, toSessionDto } from './session.dto.js';
import type { Session } from './session.entity.js';
import type { Summary } from './summary.js';
import { TrialDto } from './trial.dto.js';

/** Summary of the trades; equals the session's statistics at `breakEvenThreshold` 0. */
export class SummaryDto {
  /**
   * Number of trades.
   * @example 42
   */
  @Whole()
  readonly tradeCount!: number;

  /**
   * Trades with plNet above 0.
   * @example 25
   */
  @Whole()
  readonly winCount!: number;

  /**
   * Trades with plNet below 0.
   * @example 16
   */
  @Whole()
  readonly lossCount!: number;

  /**
   * Trades with plNet of exactly 0.
   * @example 1
   */
  @Whole()
  readonly breakEvenCount!: number;

  /**
   * Sum of plGross, in account currency.
   * @example 1250.5
   */
  @ApiProperty()
  readonly plGross!: number;

  /**
   * Sum of feesPaid, in account currency.
   * @example 84.25
   */
  @ApiProperty()
  readonly feesPaid!: number;

  /**
   * Sum of plNet, in account currency.
   * @example 1166.25
   */
  @ApiProperty()
  readonly plNet!: number;

  /**
   * plNet in percent of the initial balance.
   * @example 11.6625
   */
  @ApiProperty()
  readonly plNetPct!: number;

  /**
   * Earliest entry, epoch milliseconds; null if there are no trades.
   * @example 1680364800000
   */
  @NullableTime()
  readonly firstEntryTime!: number | null;

  /**
   * Latest exit, epoch milliseconds; null if there are no trades.
   * @example 1682899200000
   */
  @NullableTime()
  readonly lastExitTime!: number | null;
}

/** A session with its labels and the summary of its trades. */
export class SessionRecord extends SessionDto {
  /**
   * Labels of the session, in the order given.
   * @example ["breakout", "2023"]
   */
  @ApiProperty({ type: [String] })
  readonly tags!: readonly string[];

  /** Labels that identify the session as one try of a search for a strategy. */
  @ApiProperty({ type: () => TrialDto })
  readonly trial!: TrialDto;

  /**
   * Name of the file from which the session was imported, without a path; null for other sessions.
   * @example "backtest-result-2025-03-01_10-00-00.zip"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly sourceFile!: string | null;

  /**
   * When the imported run was made, epoch milliseconds; null if the file does not contain it.
   * @example 1740823200000
   */
  @NullableTime()
  readonly runAt!: number | null;

  /** Summary of the session's trades. */
  @ApiProperty({ type: () => SummaryDto })
  readonly summary!: SummaryDto;

  /** The position of the replay; null before the first playhead since the last draw. */
  @ApiProperty({ type: () => PlayheadDto, nullable: true })
  readonly playhead!: PlayheadDto | null;

  /**
   * Number of random ranges that were drawn.
   * @example 0
   */
  @Whole()
  readonly draws!: number;
}

const fieldsOfSummary = mapperTo(SummaryDto);

/** Figures are rounded like the figures of the statistics: exact sums, rounded once. */
export function toSummaryDto(summary: Summary, initialBalance: number): SummaryDto {
  const net = parsedDecimal(summary.plNet);
  return fieldsOfSummary({
    ...summary,
    plGross: rounded(parsedDecimal(summary.plGross)),
    feesPaid: rounded(parsedDecimal(summary.feesPaid)),
    plNet: rounded(net),
    plNetPct: ratio(times(net, whole(100)), decimalOf(initialBalance)) ?? 0,
  });
}

export const toSessionRecord = (
  session: Session,
  assets: readonly Asset[],
  summary: Summary,
  playhead: PlayheadDto | null,
): SessionRecord => ({
  ...toSessionDto(session, assets),
  tags: session.tags,
  trial: session.trial,
  sourceFile: session.sourceFile,
  runAt: session.runAt,
  summary: toSummaryDto(summary, session.initialBalance),
  playhead,
  draws: session.draws,
});

export class SessionRecordAnswer {
  /** The session as it is stored, with the summary of its trades. */
  readonly session!: SessionRecord;
}

export class SessionRecordAndProjectAnswer extends SessionRecordAnswer {
  /** The project that the session belongs to. */
  readonly project!: ProjectDto;
}

export class SessionRecordsAnswer {
  /** Sessions, newest first. */
  readonly sessions!: SessionRecord[];

  /**
   * `cursor` of the next page; null only on the last page.
   * @example "WyJhYmMiLDE3NjAwMDAwMDAwMDBd"
   */
  @ApiProperty({ type: String, nullable: true })
  readonly nextCursor!: string | null;
}
