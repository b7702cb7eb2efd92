import { Injectable } from '@nestjs/common';
import { tooManyTrades } from '../../shared/problems/too-many-trades.js';
import { Problem } from '../../shared/problems/problem.js';
import { VERSION } from '../../platform/config/version.js';
import { type TaggedJson, entityTag, namesTag } from '../../platform/http/tagged-answer.js';
import type { SessionRecord } from '../../sessions/session-record.dto.js';
import { SessionRecordsService } from '../../sessions/session-records.service.js';
import { SessionsService } from '../../sessions/sessions.service.js';
import { StatsService } from '../../stats/stats.service.js';
import { type Parts, ReportParts, type ReportRequest, joinedBytes } from './report-parts.js';
import type { ReportAnswers } from './report-task.js';
import { ReportWorker } from './report-worker.js';

/**
 * Maximum number of trades of a report. More trades would take more time and memory than one request may use. The limit
 * is documented in docs/operations.md.
 */
const MAX_REPORT_TRADES = 200_000;

/** Number of attempts to make a report if the session's trades change in the meantime. */
const ATTEMPTS = 3;

export interface Report {
  /** Null if the report may change without a write. */
  readonly etag: string | null;
  /** Null if the client already has the report. */
  readonly file: Buffer | null;
  readonly sessionName: string;
}

interface Named {
  readonly session: SessionRecord;
  readonly projectName: string;
  /** Number of changes of the session's labels and of the notes and tags of its trades. */
  readonly labelRevision: number;
}

interface Answers extends Parts {
  readonly stats: TaggedJson;
}

@Injectable()
export class ReportService {
  constructor(
    private readonly records: SessionRecordsService,
    private readonly sessions: SessionsService,
    private readonly stats: StatsService,
    private readonly parts: ReportParts,
    private readonly worker: ReportWorker,
  ) {}

  /**
   * Returns the tear sheet of a session as one file.
   * @param ifNoneMatch the If-None-Match header
   * @throws Problem SESSION_NOT_FOUND, TOO_MANY_TRADES, SESSION_CHANGED, BUSY
   */
  async get(request: ReportRequest, ifNoneMatch: string | undefined): Promise<Report> {
    if (ifNoneMatch !== undefined) {
      const named = await this.named(request);
      const etag = tagOfAll(named, await this.answers(request, named, '*'));
      if (etag !== null && namesTag(ifNoneMatch, etag)) {
        return { etag, file: null, sessionName: named.session.name };
      }
    }
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const report = await this.attempt(request);
      if (report) return report;
    }
    throw new Problem(
      'SESSION_CHANGED',
      'The trades of the session changed while they were read; try again.',
    );
  }

  /** Returns the report; null if the session's trades have changed between the first read and the last read. */
  private async attempt(request: ReportRequest): Promise<Report | null> {
    const { workspaceId, sessionId, breakEvenThreshold, client } = request;
    const before = await this.sessions.getState(workspaceId, sessionId);
    const named = await this.named(request);
    const { session, projectName } = named;
    if (session.summary.tradeCount > MAX_REPORT_TRADES)
      throw tooManyTrades(`a report, which ends at ${MAX_REPORT_TRADES}`);
    const sheet = { session, projectName, breakEvenThreshold, generatedAt: Date.now() };
    const answers = this.answers(request, named, undefined);
    const task = { session: { workspaceId, id: sessionId }, sheet };
    const file = await this.worker.make(task, answers.then(inBytes), client.signal);
    const after = await this.sessions.getState(workspaceId, sessionId);
    if (after.revision !== before.revision) return null;
    return { etag: tagOfAll(named, await answers), file, sessionName: named.session.name };
  }

  private async named({ workspaceId, sessionId }: ReportRequest): Promise<Named> {
    // The revision is read first. If a label changes in the meantime, the tag is outdated, but the report is not.
    const { labelRevision } = await this.sessions.get(workspaceId, sessionId);
    const { session, project } = await this.records.get(workspaceId, sessionId);
    // A report may be passed on, so it does not contain the name of a file of the user.
    return { session: { ...session, sourceFile: null }, projectName: project.name, labelRevision };
  }

  private async answers(
    request: ReportRequest,
    { session }: Named,
    ifNoneMatch: '*' | undefined,
  ): Promise<Answers> {
    const { workspaceId, sessionId, breakEvenThreshold, client } = request;
    const [stats, parts] = await Promise.all([
      this.stats.get(workspaceId, sessionId, breakEvenThreshold, ifNoneMatch, client),
      this.parts.all(request, session.summary.tradeCount, ifNoneMatch),
    ]);
    return { stats, ...parts };
  }
}

function inBytes({ stats, json, excursions }: Answers): Omit<ReportAnswers, 'markets'> {
  const parts = Object.entries(json).map(([name, { body }]) => [name, joinedBytes(body!)] as const);
  return {
    stats: joinedBytes(stats.body!),
    parts: Object.fromEntries(parts) as ReportAnswers['parts'],
    excursions: excursions.body!,
  };
}

/**
 * Returns a tag of everything that the report shows, except for the time at which it was made; null if a part may still
 * change.
 */
function tagOfAll(
  { session, projectName, labelRevision }: Named,
  { stats, json, excursions }: Answers,
): string | null {
  const tags = [stats, excursions, ...Object.values(json)].map(({ etag }) => etag);
  return tags.includes(null)
    ? null
    : // The version is included because a new release may change the look of a report.
      entityTag([VERSION, ...tags, JSON.stringify(session), labelRevision, projectName]);
}
