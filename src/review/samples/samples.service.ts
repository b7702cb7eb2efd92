import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/audit/author.js';
import { DESK_PATH } from '../../platform/config/desk-path.js';
import { Environment } from '../../platform/config/environment.js';
import { toProjectDto } from '../../projects/project.dto.js';
import { ProjectsService } from '../../projects/projects.service.js';
import { SessionRecordsService } from '../../sessions/session-records.service.js';
import { busyProblem } from '../../shared/concurrency/fair-queue.js';
import { Problem } from '../../shared/problems/problem.js';
import { SampleMakerService } from './sample-maker.service.js';
import { MOST_SAMPLE_SESSIONS, type SampleAnswer } from './samples.dto.js';
import { SamplesStore } from './samples.store.js';

const ATTEMPTS = 3;

/** The sample of a workspace: a project with sessions on invented candles. */
@Injectable()
export class SamplesService {
  constructor(
    private readonly store: SamplesStore,
    private readonly maker: SampleMakerService,
    private readonly projects: ProjectsService,
    private readonly records: SessionRecordsService,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns the sample of the caller's workspace. If there is none, makes it.
   * @throws Problem QUOTA_SESSIONS, QUOTA_TRADES, UNAUTHORIZED, FORBIDDEN, BUSY; the reason of the signal
   */
  async getOrMake(
    caller: Caller,
    signal: AbortSignal,
  ): Promise<{ readonly answer: SampleAnswer; readonly isNew: boolean }> {
    const { workspaceId } = caller;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const standing = await this.store.find(workspaceId);
      const made = standing === null ? await this.maker.make(caller, signal) : null;
      const answer = await this.answerOf(workspaceId, standing ?? made!.projectId);
      if (answer) return { answer, isNew: made?.isNew ?? false };
    }
    throw busyProblem();
  }

  /** Returns null if the sample has been removed in the meantime. */
  private async answerOf(workspaceId: string, projectId: string): Promise<SampleAnswer | null> {
    try {
      const project = await this.projects.get(workspaceId, projectId);
      const page = { projectId, count: MOST_SAMPLE_SESSIONS };
      const { sessions } = await this.records.list(workspaceId, page);
      const desk = this.environment.DESK === 'off' ? null : `${DESK_PATH}/#/projects/${projectId}`;
      return { project: toProjectDto(project), sessions, desk };
    } catch (error) {
      if (error instanceof Problem && error.code === 'PROJECT_NOT_FOUND') return null;
      throw error;
    }
  }
}
