import { Injectable } from '@nestjs/common';
import { ProjectsService } from '../projects/projects.service.js';
import { ALL_STUDIES } from '../sessions/trial-fields.js';
import { FiguresFiller } from './figures-filler.js';
import { SessionFiguresService } from './session-figures.service.js';
import { toStudyRow } from './stored-row.js';
import { StudiesStore, type StudyCount, type WhichStudy } from './studies.store.js';
import type { DayResult, StudyRow } from './study-row.js';

/** Maximum number of rows of a study that analyses read. */
export const MAX_TRIALS = 100_000;

/** Maximum number of trades, together, of the sessions whose figures a reader waits for. */
export const MAX_TRADES_OF_READER = 200_000;

export interface StudyReading {
  /** Whether to read the net results of days. */
  readonly daily: boolean;
  readonly signal?: AbortSignal;
}

export interface StudyVersion {
  /** Equal versions mean equal rows. */
  readonly version: string;
  readonly rows: number;
  /** Number of rows whose figures are not computed yet. */
  readonly pending: number;
}

export interface StudyCounts {
  /** Time since which all tries are counted, epoch ms; null if all have been since the project was created. */
  readonly since: number | null;
  readonly studies: readonly StudyCount[];
}

/** Reads the ledger of tries. */
@Injectable()
export class StudiesService {
  constructor(
    private readonly store: StudiesStore,
    private readonly projects: ProjectsService,
    private readonly figures: SessionFiguresService,
    private readonly filler: FiguresFiller,
  ) {}

  /**
   * Returns all rows of a study in the order of the ledger, at most one more than `MAX_TRIALS`.
   * @param study empty for the project's own study, `*` for all studies
   * @throws Problem PROJECT_NOT_FOUND
   */
  async readStudy(
    workspaceId: string,
    projectId: string,
    study: string,
    { daily, signal }: StudyReading,
  ): Promise<StudyRow[]> {
    const which = await this.filled({ workspaceId, projectId, study }, signal);
    return (await this.store.rows(which, MAX_TRIALS + 1, daily)).map(toStudyRow);
  }

  /**
   * Returns the version of the rows of a study.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async versionOf(
    workspaceId: string,
    projectId: string,
    study: string,
    signal?: AbortSignal,
  ): Promise<StudyVersion> {
    return this.store.version(await this.filled({ workspaceId, projectId, study }, signal));
  }

  /**
   * Returns how many rows the studies of a project have, by their end.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async counts(workspaceId: string, projectId: string): Promise<StudyCounts> {
    const { trialsSince } = await this.projects.get(workspaceId, projectId);
    return { since: trialsSince, studies: await this.store.counts(workspaceId, projectId) };
  }

  /**
   * Returns the net results of the local days with exits of some sessions, ascending. The results of all sessions of a
   * study may be too large.
   */
  readDays(workspaceId: string, sessionIds: readonly string[]): Promise<Map<string, DayResult[]>> {
    return this.store.days(workspaceId, sessionIds);
  }

  /**
   * Computes the figures of pending sessions if they have few trades together. Otherwise the filler computes them.
   * @returns the study with the id of its project
   */
  private async filled(
    { study, ...of }: WhichStudy,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<WhichStudy> {
    const { id: projectId } = await this.projects.get(of.workspaceId, of.projectId);
    const which = { ...of, projectId, study: study === ALL_STUDIES ? ALL_STUDIES : study };
    const pending = await this.store.pending(which, MAX_TRIALS + 1);
    const trades = pending.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
    for (const session of pending)
      if (trades > MAX_TRADES_OF_READER) this.filler.add(session, true);
      else if (!signal.aborted) await this.figures.prepare(session, signal);
    signal.throwIfAborted();
    return which;
  }
}
