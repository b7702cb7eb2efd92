import { Injectable } from '@nestjs/common';
import { dateText } from '../../analysis/local-time/local-days.js';
import { roundedDouble } from '../../decimal/exact-decimal.js';
import type { TaggedJson } from '../../http/tagged-answer.js';
import type { DayReturns } from '../day-returns.js';
import type { Study } from './study.js';
import type { StudyRow } from '../../trials/study-row.js';
import { type CombinedWindows, WALK_FORWARD_VERSION, walkForward } from '../walk-forward/walk-forward.js';
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

interface Run extends SampleRun {
  readonly row: StudyRow;
}

@Injectable()
export class WalkForwardService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly days: DayReturnsReader,
  ) {}

  /**
   * Compares the sessions out of sample with those in sample that chose their parameters.
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
    const ids = new Set(
      windows.flatMap((window) => [window.in, window.out]).flatMap((run) => (run ? [run.sessionId] : [])),
    );
    const returns = await this.days.read(found.workspaceId, study, [...ids]);
    const measuredRuns = new Map([...ids].map((id) => [id, measured(study, id, returns.get(id)!)]));
    const measure = (run: Run) => measuredRuns.get(run.sessionId)!;
    const results = walkForward(
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

const runsOf = ({ rows }: Study): Run[] =>
  rows.map((row) => ({
    row,
    sessionId: row.sessionId,
    ended: row.ended,
    hash: row.figures?.hash ?? null,
    createdAt: row.session?.createdAt.getTime() ?? 0,
    sample: row.sample,
    codeVersion: row.codeVersion,
    parameters: row.parameters,
    firstEntry: row.figures?.firstEntry ?? 0,
    lastExit: row.figures?.lastExit ?? 0,
    equityNotPositive: row.figures?.equityNotPositive ?? false,
  }));

const plNetOf = ({ figures }: StudyRow): number => figures!.statistics!['plNet']!;

function measured({ sessions }: Study, id: string, returns: DayReturns) {
  const { row } = sessions.find((session) => session.id === id)!;
  const { initialBalance } = row.session!;
  const plNet = plNetOf(row);
  return { plNet, returns, growth: (initialBalance + plNet) / initialBalance };
}

const sharpeOf = (run: Run): number | null =>
  (run.row.figures!.returns!['sharpe'] as number | null | undefined) ?? null;

const toWindowDto = (window: Window<Run>): WindowDto => ({
  in: window.in?.sessionId ?? null,
  out: window.out.sessionId,
  inSharpe: window.in && sharpeOf(window.in),
  outSharpe: sharpeOf(window.out),
  outPlNet: plNetOf(window.out.row),
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
