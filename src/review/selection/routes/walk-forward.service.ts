import { Injectable } from '@nestjs/common';
import { dateText } from '../../analysis/local-time/local-days.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import type { DayReturns } from '../day-returns.js';
import { type Study, isCurrent } from './study.js';
import {
  type CombinedWindows,
  type MeasuredRun,
  WALK_FORWARD_VERSION,
  walkForwardResults,
} from '../walk-forward/walk-forward.js';
import {
  MAX_WINDOWS,
  type SampleRun,
  WINDOW_EXCLUSIONS,
  type Window,
  type WindowExclusion,
  pairedWindows,
} from '../walk-forward/windows.js';
import { DayReturnsReader } from './day-returns-reader.js';
import { type FoundStudy, StudiesReader, type StudyRequest } from './studies-reader.js';
import type { StudyQuery } from './study-query.dto.js';
import type { CombinedDto, WalkForwardAnswer, WindowDto, WindowExclusionDto } from './walk-forward.dto.js';

type Answer = Omit<WalkForwardAnswer, 'calculationVersion' | 'study'>;

/** A run with the figures of its session. A run that has ended has none: its plNet is 0, its sharpe null. */
interface Run extends SampleRun {
  readonly plNet: number;
  readonly sharpe: number | null;
}

@Injectable()
export class WalkForwardService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly days: DayReturnsReader,
  ) {}

  /**
   * Compares each session out of sample with the session in sample that chose its parameters.
   * @throws Problem VALIDATION_FAILED, PROJECT_NOT_FOUND, BUSY
   */
  walkForward(request: StudyRequest<StudyQuery>): Promise<TaggedJson> {
    return this.reader.answer(request, `walk-forward ${WALK_FORWARD_VERSION}`, (study, signal) =>
      this.compute(study, signal),
    );
  }

  private async compute(found: FoundStudy, signal: AbortSignal): Promise<Answer> {
    if (found.state !== 'ready') return { ...NOTHING, state: found.state, reason: found.reason };
    const study = await found.read(signal);
    const { excluded, windows } = pairedWindows(runsOf(study));
    const shown = { ...NOTHING, state: 'unavailable', excluded: toExclusionDtos(excluded) } as const;
    if (windows.length === 0) return { ...shown, reason: 'no-windows' };
    if (windows.length > MAX_WINDOWS) return { ...shown, reason: 'too-many-windows' };
    const runs = runsIn(windows);
    const returns = await this.days.read(
      found.workspaceId,
      study,
      runs.map(({ sessionId }) => sessionId),
    );
    const balances = new Map(study.sessions.map(({ id, row }) => [id, row.session!.initialBalance]));
    const byRun = new Map(
      runs.map((run) => [run, measured(run, balances.get(run.sessionId)!, returns.get(run.sessionId)!)]),
    );
    const measure = (run: Run) => byRun.get(run)!;
    const results = walkForwardResults(
      windows.map((window) => ({ in: window.in && measure(window.in), out: measure(window.out) })),
    );
    return {
      ...shown,
      state: 'ready',
      reason: results.combined ? null : 'windows-overlap',
      windows: windows.map(toWindowDto),
      paired: results.paired,
      efficiency: roundedDouble(results.efficiency),
      won: results.won,
      share: roundedDouble(results.share),
      interval: results.interval,
      combined: results.combined && toCombinedDto(results.combined),
    };
  }
}

const NOTHING = {
  excluded: [],
  windows: [],
  paired: null,
  efficiency: null,
  won: null,
  share: null,
  interval: null,
  combined: null,
};

function runsOf({ rows, sessions }: Study): Run[] {
  const figures = new Map(sessions.map((session) => [session.place, session.figures]));
  return rows.map((row, place) => ({
    sessionId: row.sessionId,
    ended: isCurrent(row) ? null : (row.ended ?? 'moved'),
    hash: row.figures?.hash ?? null,
    createdAt: row.session?.createdAt.getTime() ?? 0,
    sample: row.sample,
    codeVersion: row.codeVersion,
    parameters: row.parameters,
    firstEntry: row.figures?.firstEntry ?? 0,
    lastExit: row.figures?.lastExit ?? 0,
    equityNotPositive: row.figures?.equityNotPositive ?? false,
    plNet: figures.get(place)?.['plNet'] ?? 0,
    sharpe: figures.get(place)?.['sharpe'] ?? null,
  }));
}

/** Returns all runs of the windows, including partners, without duplicates. */
const runsIn = (windows: readonly Window<Run>[]): Run[] => [
  ...new Set(windows.flatMap(({ in: partner, out }) => (partner ? [partner, out] : [out]))),
];

function measured({ plNet }: Run, initialBalance: number, returns: DayReturns): MeasuredRun {
  return { plNet, returns, growth: (initialBalance + plNet) / initialBalance };
}

const toWindowDto = (window: Window<Run>): WindowDto => ({
  in: window.in?.sessionId ?? null,
  out: window.out.sessionId,
  inSharpe: window.in?.sharpe ?? null,
  outSharpe: window.out.sharpe,
  outPlNet: window.out.plNet,
});

const toExclusionDtos = (excluded: ReadonlyMap<WindowExclusion, number>): WindowExclusionDto[] =>
  WINDOW_EXCLUSIONS.flatMap((reason) => {
    const count = excluded.get(reason);
    return count === undefined ? [] : [{ reason, count }];
  });

const toCombinedDto = ({ days, sharpe, returnPct, pValue, curve }: CombinedWindows): CombinedDto => ({
  days,
  sharpe: roundedDouble(sharpe),
  returnPct: roundedDouble(returnPct)!,
  pValue: roundedDouble(pValue),
  curve: curve.map((point) => ({ date: dateText(point.day), returnPct: roundedDouble(point.returnPct)! })),
});
