import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, In } from 'typeorm';
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

type KnownSessions = ReadonlyMap<PlannedRun, KnownSession>;

/** Thrown if another transaction has created the session of a run after this transaction looked for the session. */
export class MadeMeanwhile extends Error {}

/** Finds, records and shows the sessions of runs. */
@Injectable()
export class RunSessionsService {
  constructor(
    private readonly imports: SessionImportsStore,
    private readonly summaries: SummariesService,
    private readonly environment: Environment,
    private readonly dataSource: DataSource,
  ) {}

  /** Returns the sessions that earlier imports created from these runs, by run. */
  async findKnown(runs: readonly PlannedRun[]): Promise<KnownSessions> {
    const { manager } = this.dataSource;
    const ids = await this.imports.find(manager, projectOf(runs), digestsOf(runs));
    return this.knownSessions(manager, runs, ids);
  }

  /**
   * Like `findKnown`, but no other transaction changes the sessions of these runs until this transaction ends.
   * @throws Problem BUSY
   */
  async lockKnown(transaction: EntityManager, runs: readonly PlannedRun[]): Promise<KnownSessions> {
    const ids = await this.imports.lock(transaction, projectOf(runs), digestsOf(runs));
    return this.knownSessions(transaction, runs, ids);
  }

  /**
   * Records the new sessions of runs. After this call, any other transaction that stores one of these runs waits until
   * this transaction ends.
   * @param known the locked sessions of these runs, which the new sessions replace
   * @throws MadeMeanwhile; Problem BUSY
   */
  async claim(transaction: EntityManager, runs: readonly PlannedRun[], known: KnownSessions): Promise<void> {
    // All transactions claim rows in the same order, so that two transactions cannot wait for each other.
    for (const run of runs.toSorted((one, other) => Buffer.compare(one.digest, other.digest))) {
      const { workspaceId, projectId, id: sessionId } = run.planned.session;
      const row = { workspaceId, projectId, digest: run.digest, sessionId };
      if (known.has(run)) await this.imports.replace(transaction, row);
      else if (!(await this.imports.claim(transaction, row))) throw new MadeMeanwhile();
    }
  }

  /** @param ids ids of the sessions of the runs, by digest in hex */
  private async knownSessions(
    database: EntityManager,
    runs: readonly PlannedRun[],
    ids: ReadonlyMap<string, string>,
  ): Promise<KnownSessions> {
    if (ids.size === 0) return new Map();
    const { workspaceId } = projectOf(runs);
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
      session: toSessionRecord(session, assets, summary!, null),
      created,
      desk: this.environment.DESK === 'off' ? null : `${DESK_PATH}/#/sessions/${id}`,
      inserted: created ? tradeCount : 0,
      stored: created ? 0 : tradeCount,
      ...summaryOfFile,
      money: await run.getMoney(),
      check: created ? run.check : null,
      suggested: created ? run.suggested : null,
      notices: [...run.notices, ...run.file.notices],
    };
  }
}

/** Returns the project of the runs of a file, of which there is at least one. */
const projectOf = ([run]: readonly PlannedRun[]): Pick<Session, 'workspaceId' | 'projectId'> =>
  run!.planned.session;

const digestsOf = (runs: readonly PlannedRun[]): Buffer[] => runs.map(({ digest }) => digest);
