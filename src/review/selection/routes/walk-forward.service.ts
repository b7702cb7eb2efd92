import { Injectable } from '@nestjs/common';
import { dateText } from '../../analysis/local-time/local-days.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SESSIONS_OF_A_PART, StudySessionsStore } from '../../trials/study-sessions.store.js';
import type { VersionedStudy } from './fields-reader.js';
import type { Study } from './study.js';
import {
  type CombinedWindows,
  type MeasuredRun,
  WALK_FORWARD_VERSION,
  walkForwardResults,
} from '../walk-forward/walk-forward.js';
import {
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

/** The results of a session. */
interface Results extends MeasuredRun {
  readonly sessionId: string;
  readonly sharpe: number | null;
}

/** The fields of a session that windows show. */
const SHOWN_FIELDS = [
  { of: 'statistics', name: 'plNet' },
  { of: 'returns', name: 'sharpe' },
] as const;

@Injectable()
export class WalkForwardService {
  constructor(
    private readonly reader: StudiesReader,
    private readonly days: DayReturnsReader,
    private readonly sessions: StudySessionsStore,
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
    return found.read(signal, (study) => this.computeWith(study, signal));
  }

  private async computeWith({ workspaceId, study }: VersionedStudy, signal: AbortSignal): Promise<Answer> {
    const runs = await this.runsOf(workspaceId, study, signal);
    const { excluded, windows } = pairedWindows(runs);
    const { ledger, sessions } = study;
    const counts = new Map<WindowExclusion, number>(excluded);
    if (sessions.length < ledger.count) counts.set('ended', ledger.count - sessions.length);
    if (runs.length < sessions.length) counts.set('no-sample', sessions.length - runs.length);
    const shown = { ...NOTHING, state: 'unavailable', excluded: toExclusionDtos(counts) } as const;
    if (!windows) return { ...shown, reason: 'too-many-windows' };
    if (windows.length === 0) return { ...shown, reason: 'no-windows' };
    const results = await this.resultsOf(workspaceId, study, runsIn(windows));
    const measured = windows.flatMap((window): Window<Results>[] => {
      const out = results.get(window.out.sessionId);
      return out ? [{ in: (window.in && results.get(window.in.sessionId)) ?? null, out }] : [];
    });
    if (measured.length === 0) return { ...shown, reason: 'no-windows' };
    const walked = walkForwardResults(measured);
    return {
      ...shown,
      state: 'ready',
      reason: walked.combined ? null : 'windows-overlap',
      windows: measured.map(toWindowDto),
      paired: walked.paired,
      efficiency: roundedDouble(walked.efficiency),
      won: walked.won,
      share: roundedDouble(walked.share),
      interval: walked.interval,
      combined: walked.combined && toCombinedDto(walked.combined),
    };
  }

  /** Returns the runs that belong to a sample, in the order of the ledger. */
  private async runsOf(workspaceId: string, study: Study, signal: AbortSignal): Promise<SampleRun[]> {
    const { ledger, sessions } = study;
    const runs: SampleRun[] = [];
    let from = 0;
    for (const ids of study.idsInParts(SESSIONS_OF_A_PART)) {
      signal.throwIfAborted();
      const samples = await this.sessions.samples(workspaceId, ids);
      const byId = new Map(samples.map((sample) => [sample.id, sample]));
      for (const [offset, sessionId] of ids.entries()) {
        const place = sessions[from + offset]!;
        const sample = byId.get(sessionId);
        if (!sample) continue;
        runs.push({
          sessionId,
          createdAt: sample.createdAt,
          sample: sample.sample,
          settings: sample.settings,
          trades: ledger.tradesOf(place),
          firstEntry: sample.firstEntry ?? 0,
          lastExit: sample.lastExit ?? 0,
          equityNotPositive: ledger.isRuined(place),
        });
      }
      from += ids.length;
    }
    return runs;
  }

  /** Returns the results of runs by session. A session that was deleted in the meantime has none. */
  private async resultsOf(
    workspaceId: string,
    study: Study,
    runs: readonly SampleRun[],
  ): Promise<ReadonlyMap<string, Results>> {
    const ids = runs.map(({ sessionId }) => sessionId);
    const shown = await this.sessions.fields(workspaceId, ids, SHOWN_FIELDS);
    const returns = await this.days.read(workspaceId, study, ids);
    return new Map(
      [...returns].map(([id, { initialBalance, ...ofDays }]) => {
        const [plNet, sharpe] = (shown.get(id) ?? []) as readonly (number | null)[];
        const growth = (initialBalance + (plNet ?? 0)) / initialBalance;
        return [id, { sessionId: id, plNet: plNet ?? 0, sharpe: sharpe ?? null, returns: ofDays, growth }];
      }),
    );
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

/** Returns all runs of the windows, including partners, without duplicates. */
const runsIn = (windows: readonly Window<SampleRun>[]): SampleRun[] => [
  ...new Set(windows.flatMap(({ in: partner, out }) => (partner ? [partner, out] : [out]))),
];

const toWindowDto = (window: Window<Results>): WindowDto => ({
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
