import { Injectable } from '@nestjs/common';
import { AnalysisCache } from '../../analysis/routes/analysis-cache.js';
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
import { ALL_STUDIES } from '../../../sessions/trial-fields.js';
import { StudiesService } from '../../trials/studies.service.js';
import { Study } from './study.js';
import { type StudyCondition, studyStateOf } from './study-state.js';

/** Share of the memory for cached statistics that the cache of studies may use. */
const SHARE = 1 / 2;

/** Approximate memory of a row of a study with its figures, bytes. */
const BYTES_PER_ROW = 2_500;

/** Returns false for every error: a failed read is not cached, so the next request repeats it. */
// oxlint-disable-next-line no-unused-vars -- a type predicate needs a parameter
const isNoRefusal = (_: unknown): _ is Error => false;

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
  /** Returns the rows, from the cache or from the database. */
  readonly read: (signal: AbortSignal) => Promise<Study>;
}

/** Finds studies and caches their rows and the responses about them. */
@Injectable()
export class StudiesReader {
  private readonly kept: VersionCache<Study>;

  constructor(
    private readonly studies: StudiesService,
    private readonly answers: AnalysisCache,
    { STATS_CACHE_MB }: Environment,
  ) {
    this.kept = new VersionCache<Study>(
      STATS_CACHE_MB * SHARE * 2 ** 20,
      ({ rows }) => rows.length * BYTES_PER_ROW,
      isNoRefusal,
    );
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
    const read = (signal: AbortSignal) =>
      this.kept.get(
        version,
        async (shared) =>
          new Study(
            await this.studies.readStudy(workspaceId, projectId, stored, { daily: false, signal: shared }),
          ),
        signal,
      );
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
