import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnalysisCache } from '../../analysis/service/analysis-cache.js';
import { FairQueue } from '../../../shared/concurrency/fair-queue.js';
import { VersionCache } from '../../../shared/concurrency/version-cache.js';
import { Environment } from '../../../platform/config/environment.js';
import { CALCULATION_VERSION } from '../../../shared/figures/calculator/calculate-statistics.js';
import type { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import {
  TaggedAnswer,
  type TaggedJson,
  entityTag,
  namesTag,
  notModified,
} from '../../../platform/http/tagged-answer.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ALL_STUDIES } from '../../../sessions/trial-fields.js';
import { StudiesService } from '../../trials/studies.service.js';
import type { VersionedStudy } from './fields-reader.js';
import { Study } from './study.js';
import { type StudyCondition, studyStateOf } from './study-state.js';

/** Share of the memory for cached statistics that the cache of studies may use. */
const SHARE = 1 / 4;

/* Limits of the queues, documented in docs/operations.md. */

/** Maximum number of rows of a small study. */
const SMALL_ROWS = 10_000;
/** Maximum time that a request waits, ms. */
const MAX_WAIT_MS = 10_000;
/** Maximum time that a request waits if no study of its workspace is read, ms. Such a workspace has the next turn. */
const MAX_TURN_MS = 45_000;
const WAITING = { waiting: 200, waitingPerGroup: 50 };
const SMALL_LIMITS = { running: 4, runningPerGroup: 2, ...WAITING };
const LARGE_LIMITS = { running: 2, runningPerGroup: 1, ...WAITING };

/** A request about a study. */
export interface StudyRequest<Query> extends ConditionalRequest {
  readonly projectId: string;
  readonly query: Query;
}

/** A study that a request has found. */
export interface FoundStudy extends StudyCondition {
  readonly workspaceId: string;
  readonly projectId: string;
  /** Stored name of the study: '' for the study of the project itself, `*` for all studies. */
  readonly stored: string;
  /** Version of the rows, their figures and their labels. */
  readonly version: string;
  readonly rows: number;
  readonly pending: number;
  /**
   * Passes the rows to some work, from the cache or from the database. The work has a place among the reads of studies
   * until it ends, because it may take much memory. It must not ask for another place.
   * @throws Problem BUSY; the reason of the signal
   */
  readonly read: <Result>(
    signal: AbortSignal,
    work: (study: VersionedStudy) => Promise<Result>,
  ) => Promise<Result>;
}

/** Finds studies and caches their rows and the responses about them. */
@Injectable()
export class StudiesReader {
  private readonly kept: VersionCache<Study>;
  private readonly small: FairQueue;
  private readonly large: FairQueue;

  constructor(
    private readonly studies: StudiesService,
    private readonly answers: AnalysisCache,
    { STATS_CACHE_MB }: Environment,
    metrics: Metrics,
  ) {
    this.kept = new VersionCache<Study>(STATS_CACHE_MB * SHARE * 2 ** 20, ({ bytes }) => bytes);
    this.small = new FairQueue(SMALL_LIMITS, metrics.queue('small studies'));
    this.large = new FairQueue(LARGE_LIMITS, metrics.queue('large studies'));
  }

  /**
   * Returns the response about a study, from the cache or newly computed.
   * @param name name and version of the response
   * @param compute returns the response without `calculationVersion` and `study`
   * @param more further data on which the response depends
   * @throws Problem PROJECT_NOT_FOUND, BUSY
   */
  async answer<Query extends { readonly study?: string }>(
    { workspaceId, projectId, query, ifNoneMatch, client }: StudyRequest<Query>,
    name: string,
    compute: (study: FoundStudy, signal: AbortSignal) => object | Promise<object>,
    more: readonly unknown[] = [],
  ): Promise<TaggedJson> {
    const study = await this.find(workspaceId, projectId, query.study ?? '', client.signal);
    const { stored, version } = study;
    const etag = entityTag([version, CALCULATION_VERSION, name, JSON.stringify([query, more])]);
    if (namesTag(ifNoneMatch, etag)) return notModified(etag);
    const body = await this.answers.get(
      etag,
      async (signal) => {
        const figures = await compute(study, signal);
        return Buffer.from(
          JSON.stringify({ calculationVersion: CALCULATION_VERSION, study: shownStudy(stored), ...figures }),
        );
      },
      client.signal,
    );
    return new TaggedAnswer(etag, [body]);
  }

  /**
   * Finds a study.
   * @param stored name as stored: '' for the study of the project itself, `*` for all studies
   * @param ended aborts the computation of pending figures
   * @throws Problem PROJECT_NOT_FOUND
   */
  async find(
    workspaceId: string,
    projectId: string,
    stored: string,
    ended: AbortSignal,
  ): Promise<FoundStudy> {
    const {
      version: ofRows,
      rows,
      pending,
    } = await this.studies.versionOf(workspaceId, projectId, stored, ended);
    const version = [workspaceId, projectId, JSON.stringify(stored), ofRows].join(' ');
    const read = async <Result>(
      signal: AbortSignal,
      work: (study: VersionedStudy) => Promise<Result>,
    ): Promise<Result> => {
      const now = performance.now();
      const options = {
        group: workspaceId,
        signal,
        waitUntil: now + MAX_WAIT_MS,
        turnUntil: now + MAX_TURN_MS,
      };
      const queue = rows <= SMALL_ROWS ? this.small : this.large;
      return queue.run(options, async () => {
        const study = await this.kept.get(
          version,
          async (shared) =>
            new Study(
              await this.studies.readLedger(workspaceId, projectId, stored, {
                expected: rows,
                signal: shared,
              }),
            ),
          signal,
        );
        // Making the study and the work each take a while.
        await nextTurn();
        return work({ workspaceId, version, study });
      });
    };
    return {
      ...studyStateOf({ rows, pending }),
      workspaceId,
      projectId,
      stored,
      version,
      rows,
      pending,
      read,
    };
  }
}

/** Returns the name of a study as shown in responses: null for the study of the project itself. */
export const shownStudy = (stored: string): string | null => (stored === '' ? null : stored);

export const isAllStudies = (stored: string): boolean => stored === ALL_STUDIES;
