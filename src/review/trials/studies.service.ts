import { Injectable } from '@nestjs/common';
import { SharedWork } from '../../shared/concurrency/shared-work.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { FiguresFiller } from './figures-filler.js';
import type { Ledger } from './ledger.js';
import { SessionFiguresService } from './session-figures.service.js';
import { type EndCount, StudiesStore, type StudyCount } from './studies.store.js';
import type { WhichStudy } from './which-study.js';

/** Maximum number of rows that an analysis of a study reads. */
export const MAX_TRIALS = 100_000;

/**
 * A reader waits for missing figures only if the sessions that lack them have at most this number of trades in total.
 */
export const MAX_TRADES_OF_READER = 200_000;

/** A reader waits for the figures of at most this number of sessions. The others are computed in the background. */
export const MAX_SESSIONS_OF_READER = 1_000;

/** Maximum number of sessions that one read leaves to the background, including those that the reader waits for. */
const MAX_PENDING = 10_000;

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
  readonly ends: readonly EndCount[];
}

/** Reads the ledger of tries. */
@Injectable()
export class StudiesService {
  /** Readers of one study share the computation of its missing figures. */
  private readonly completing = new SharedWork<boolean>();

  constructor(
    private readonly store: StudiesStore,
    private readonly projects: ProjectsService,
    private readonly figures: SessionFiguresService,
    private readonly filler: FiguresFiller,
  ) {}

  /**
   * Returns the rows of a study. A study has at most `MAX_TRIALS` rows if its version says so.
   * @param study empty for the project's own study, `*` for all studies
   * @param expected number of rows, approximately
   * @throws Problem PROJECT_NOT_FOUND; the reason of the signal
   */
  async readLedger(
    workspaceId: string,
    projectId: string,
    study: string,
    { expected, signal }: { readonly expected: number; readonly signal: AbortSignal },
  ): Promise<Ledger> {
    const { id } = await this.projects.get(workspaceId, projectId);
    return this.store.ledger({ workspaceId, projectId: id, study }, expected, signal);
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
    if (version.pending === 0) return version;
    const key = [workspaceId, id, study].join(' ');
    const isChanged = await this.completing.join(key, (shared) => this.complete(which, shared), signal);
    return isChanged ? this.store.version(which) : version;
  }

  /**
   * Returns the numbers of rows of a study and of all studies of its project.
   * @param study empty for the project's own study
   * @throws Problem PROJECT_NOT_FOUND
   */
  async counts(workspaceId: string, projectId: string, study: string): Promise<StudyCounts> {
    const { id, trialsSince } = await this.projects.get(workspaceId, projectId);
    return { since: trialsSince, ends: await this.store.counts({ workspaceId, projectId: id, study }) };
  }

  /**
   * Returns the first `most` studies of a project with the numbers of their rows, sorted by name.
   * @throws Problem PROJECT_NOT_FOUND
   */
  async studies(workspaceId: string, projectId: string, most: number): Promise<StudyCount[]> {
    const { id } = await this.projects.get(workspaceId, projectId);
    return this.store.studies(workspaceId, id, most);
  }

  /**
   * Computes missing figures of a study's sessions: of at most `MAX_SESSIONS_OF_READER` sessions, and of none if the
   * sessions have many trades in total. The filler computes the other figures later.
   * @returns whether figures were computed
   */
  private async complete(which: WhichStudy, signal: AbortSignal): Promise<boolean> {
    const pending = await this.store.pending(which, MAX_PENDING);
    const trades = pending.reduce((sum, { tradeCount }) => sum + tradeCount, 0);
    const count = trades > MAX_TRADES_OF_READER ? 0 : MAX_SESSIONS_OF_READER;
    for (const session of pending.slice(count)) this.filler.add(session, 0);
    for (const session of pending.slice(0, count)) {
      signal.throwIfAborted();
      await this.figures.prepare(session, signal);
    }
    return count > 0;
  }
}
