import { Injectable } from '@nestjs/common';
import { ProjectsService } from '../../projects/projects.service.js';
import { FiguresFiller } from './figures-filler.js';
import { SessionFiguresService } from './session-figures.service.js';
import { toStudyRow } from './stored-row.js';
import { StudiesStore, type StudyCount, type WhichStudy } from './studies.store.js';
import type { DayNet, StudyRow } from './study-row.js';

/** Maximum number of rows that an analysis of a study reads. */
export const MAX_TRIALS = 100_000;

/**
 * A reader waits for missing figures only if the sessions that lack them have at most this number of trades in total.
 */
export const MAX_TRADES_OF_READER = 200_000;

export interface StudyReading {
  /** True to read the net results of days, too. */
  readonly daily: boolean;
  readonly signal?: AbortSignal;
}

export interface StudyVersion {
  /** Two reads with equal versions have equal rows. */
  readonly version: string;
  readonly rows: number;
  /** Number of rows whose figures are not computed yet. */
  readonly pending: number;
}

export interface StudyCounts {
  /**
   * Time since which all tries have been counted, epoch ms; null if they have been counted since the project was
   * created.
   */
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
   * Returns the rows of a study in the order of the ledger: all rows, but at most one row more than `MAX_TRIALS`.
   * @param study empty for the project's own study, `*` for all studies
   * @throws Problem PROJECT_NOT_FOUND
   */
  async readStudy(
    workspaceId: string,
    projectId: string,
    study: string,
    { daily, signal }: StudyReading,
  ): Promise<StudyRow[]> {
    const { id } = await this.projects.get(workspaceId, projectId);
    const which = { workspaceId, projectId: id, study };
    const read = async () => (await this.store.rows(which, MAX_TRIALS + 1, daily)).map(toStudyRow);
    const rows = await read();
    return rows.some(({ pending }) => pending) && (await this.complete(which, signal)) ? read() : rows;
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
    const { id } = await this.projects.get(workspaceId, projectId);
    const which = { workspaceId, projectId: id, study };
    const version = await this.store.version(which);
    return version.pending > 0 && (await this.complete(which, signal)) ? this.store.version(which) : version;
  }

  /**
   * Returns the number of rows of each study of a project. Rows that ended in different ways are counted separately.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async counts(workspaceId: string, projectId: string): Promise<StudyCounts> {
    const { trialsSince } = await this.projects.get(workspaceId, projectId);
    return { since: trialsSince, studies: await this.store.counts(workspaceId, projectId) };
  }

  /**
   * Returns the net results of the given sessions by local day, ascending, for each day with exits. The results of all
   * sessions of a study may be too large to read at once.
   */
  readDays(workspaceId: string, sessionIds: readonly string[]): Promise<Map<string, DayNet[]>> {
    return this.store.days(workspaceId, sessionIds);
  }

  /**
   * Computes the missing figures of a study's sessions if these sessions have few trades in total. Otherwise the filler
   * computes the figures later.
   * @returns whether figures were computed
   */
  private async complete(which: WhichStudy, signal = new AbortController().signal): Promise<boolean> {
    const pending = await this.store.pending(which, MAX_TRIALS + 1);
    const trades = pending.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
    if (trades > MAX_TRADES_OF_READER) {
      for (const session of pending) this.filler.add(session, 0);
      return false;
    }
    for (const session of pending) {
      signal.throwIfAborted();
      await this.figures.prepare(session, signal);
    }
    return true;
  }
}
