import { Injectable } from '@nestjs/common';
import type { Account } from '../analysis/account/account.js';
import { accountTask } from '../analysis/account/account.task.js';
import { AnalysisService } from '../analysis/service/analysis.service.js';
import { fieldsProblem } from '../../shared/problems/problem.js';
import type { Project } from '../../projects/project.entity.js';
import { ProjectsService } from '../../projects/projects.service.js';
import type { Session } from '../../sessions/session.entity.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { StatisticsRuns } from '../../stats/statistics-runs.js';
import { type ComparisonAnswer, type ComparisonQuery, toComparedSession } from './comparison.dto.js';
import { combineAccounts } from './daily/combine-accounts.js';
import { correlations } from './daily/correlation.js';
import { dailyAccount } from './daily/daily-account.js';
import { PairsService } from './pairs.service.js';
import { MAX_SESSIONS, sessionIdsIn } from './session-ids.js';

@Injectable()
export class ComparisonService {
  constructor(
    private readonly projects: ProjectsService,
    private readonly sessions: SessionsService,
    private readonly runs: StatisticsRuns,
    private readonly analysis: AnalysisService,
    private readonly pairs: PairsService,
  ) {}

  /**
   * Compares sessions of a project. The sessions are read one at a time, so a comparison takes no more slots in the
   * queue than a single request for statistics.
   * @param signal aborts if the client disconnects
   * @throws Problem PROJECT_NOT_FOUND, SESSION_NOT_FOUND, TOO_MANY_TRADES, BUSY
   */
  async compare(
    workspaceId: string,
    projectId: string,
    { sessionIds, breakEvenThreshold, pairs }: ComparisonQuery,
    signal: AbortSignal,
  ): Promise<ComparisonAnswer> {
    const project = await this.projects.get(workspaceId, projectId);
    const sessions = await this.sessionsOf(project, sessionIds);
    const compared = [];
    const accounts = [];
    for (const session of sessions) {
      const outline = await this.runs.outline(session, breakEvenThreshold, signal);
      const account = await this.accountOf(session, signal);
      compared.push(toComparedSession(session, outline, account.returns));
      accounts.push(dailyAccount(account, session));
    }
    return {
      sessions: compared,
      pairs: await this.pairs.compare(sessions, pairs, signal),
      correlation: correlations(accounts),
      combined: combineAccounts(accounts),
      breakEvenThreshold,
    };
  }

  /** Returns the account of a session by local days. */
  private async accountOf(session: Session, signal: AbortSignal): Promise<Account> {
    const { initialBalance, accountTimezone: timezone } = session;
    const planned = { task: accountTask, settings: { initialBalance, timezone } };
    const json = await this.analysis.result(session, planned, { signal });
    return JSON.parse(json.toString()) as Account;
  }

  /**
   * Returns the sessions with the given ids, in the order of the ids; if no ids are given, returns the newest sessions.
   */
  private async sessionsOf(project: Project, named: string | undefined): Promise<Session[]> {
    const ids = named === undefined ? null : sessionIdsIn(named);
    const sessions = await this.sessions.ofProject(project, ids, MAX_SESSIONS);
    if (!ids) return sessions;
    const found = new Map(sessions.map((session) => [session.id, session]));
    const unknown = ids.flatMap((id, place) => (found.has(id) ? [] : [notInProject(id, place)]));
    if (unknown.length > 0) throw fieldsProblem('SESSION_NOT_FOUND', unknown);
    return ids.map((id) => found.get(id)!);
  }
}

const notInProject = (id: string, place: number) => ({
  field: `sessionIds[${place}]`,
  message: `is not a session of this project: ${id}`,
});
