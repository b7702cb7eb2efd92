import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { DESK_PATH } from '../../../platform/config/desk-path.js';
import { Environment } from '../../../platform/config/environment.js';
import { Asset } from '../../../sessions/asset.entity.js';
import { toSessionRecord } from '../../../sessions/session-record.dto.js';
import { Session } from '../../../sessions/session.entity.js';
import { SummariesService } from '../../../sessions/summaries.service.js';
import { toFileSummary } from '../routes/file-imports.service.js';
import type { PlannedRun } from './planned-run.js';
import type { ImportedSession, RunImportAnswer } from './run-import.dto.js';
import { SessionImportsStore } from './session-imports.store.js';

/** The session of a run. */
export interface SessionOfRun {
  readonly run: PlannedRun;
  readonly sessionId: string;
  /** True if the session is new. */
  readonly created: boolean;
}

/** A session that an earlier import created from a run. */
export interface KnownSession {
  readonly sessionId: string;
  readonly holdsTrades: boolean;
}

/** Finds and shows the sessions of runs. */
@Injectable()
export class RunSessionsService {
  constructor(
    private readonly imports: SessionImportsStore,
    private readonly summaries: SummariesService,
    private readonly environment: Environment,
  ) {}

  /**
   * Returns the sessions that earlier imports created from these runs, by run.
   * @param lock true to keep the rows unchanged until the transaction ends
   * @throws Problem BUSY
   */
  async findKnown(
    database: EntityManager,
    runs: readonly PlannedRun[],
    { lock }: { readonly lock: boolean },
  ): Promise<Map<PlannedRun, KnownSession>> {
    const [{ workspaceId, projectId }] = runs.map(({ planned }) => planned.session) as [Session];
    const project = { workspaceId, projectId };
    const digests = runs.map(({ digest }) => digest);
    const ids = lock
      ? await this.imports.lock(database, project, digests)
      : await this.imports.find(database, project, digests);
    if (ids.size === 0) return new Map();
    const sessions = await database.find(Session, { where: { workspaceId, id: In([...ids.values()]) } });
    const summaries = await this.summaries.list(workspaceId, sessions, database);
    const counts = new Map(sessions.map(({ id }, place) => [id, summaries[place]!.tradeCount]));
    return new Map(
      runs.flatMap((run) => {
        const sessionId = ids.get(run.digest.toString('hex'));
        if (sessionId === undefined) return [];
        return [[run, { sessionId, holdsTrades: (counts.get(sessionId) ?? 0) > 0 }] as const];
      }),
    );
  }

  /** Returns the answer to an import. Runs in the transaction that has stored the sessions. */
  async toAnswer(transaction: EntityManager, all: readonly SessionOfRun[]): Promise<RunImportAnswer> {
    const sessions: ImportedSession[] = [];
    for (const one of all) sessions.push(await this.imported(transaction, one));
    return { sessions };
  }

  private async imported(
    transaction: EntityManager,
    { run, sessionId: id, created }: SessionOfRun,
  ): Promise<ImportedSession> {
    const { workspaceId } = run.planned.session;
    const session = await transaction.findOneByOrFail(Session, { workspaceId, id });
    const assets = await transaction.find(Asset, {
      where: { workspaceId, sessionId: id },
      order: { position: 'ASC' },
    });
    const [summary] = await this.summaries.list(workspaceId, [session], transaction);
    const summaryOfFile = toFileSummary(run.file);
    const { tradeCount } = summaryOfFile;
    return {
      session: toSessionRecord(session, assets, summary!),
      created,
      desk: this.environment.DESK === 'off' ? null : `${DESK_PATH}/#/sessions/${id}`,
      inserted: created ? tradeCount : 0,
      stored: created ? 0 : tradeCount,
      ...summaryOfFile,
      check: created ? run.check : null,
    };
  }
}
