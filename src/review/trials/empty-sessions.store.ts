import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { TrialParameter } from '../../sessions/trial.js';
import {
  HOLDS_TRADES,
  OUTDATED_SESSIONS,
  STUDY_OF_SESSION,
  type WhichStudy,
  studyValues,
} from './which-study.js';

/** A session without trades. */
export interface EmptySession {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly parameters: Readonly<Record<string, TrialParameter>>;
}

/** A position in the list of sessions without trades. */
export type EmptyPosition = readonly [createdAt: number, id: string];

/** The sessions of a study without trades. $1 is the workspace, $2 the project, $3 the study, or null for all. */
const EMPTY_SESSIONS = `
  ${OUTDATED_SESSIONS}
  SELECT s.* FROM sessions s LEFT JOIN outdated o ON o.id = s.id
  WHERE s.workspace_id = $1 AND s.project_id = $2 AND NOT (${HOLDS_TRADES})
    AND ($3::text IS NULL OR ${STUDY_OF_SESSION} = $3::text)`;

/** Revisions stand for the fields and the labels of a session. */
const SELECT_VERSION = `
  SELECT count(*)::int AS count, concat_ws(' ', bit_xor(hash_record_extended(c, 0)), bit_xor(hash_record_extended(c, 1)))
    AS version
  FROM (SELECT e.id, e.revision, e.label_revision, e.status FROM (${EMPTY_SESSIONS}) e) c`;

const SELECT_PAGE = `
  SELECT e.id, e.created_at AS "createdAt", e.trial->'parameters' AS parameters FROM (${EMPTY_SESSIONS}) e
  WHERE $4::bigint IS NULL OR (e.created_at, e.id) < ($4::bigint, $5::uuid)
  ORDER BY e.created_at DESC, e.id DESC LIMIT $6::int`;

/** Reads the sessions of studies that hold no trades. */
@Injectable()
export class EmptySessionsStore {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the number of sessions, and a text that changes if one of them changes. */
  async version(which: WhichStudy): Promise<{ readonly count: number; readonly version: string }> {
    const [row] = await this.dataSource.query<{ count: number; version: string }[]>(
      SELECT_VERSION,
      studyValues(which),
    );
    return row!;
  }

  /** Returns at most `most` sessions that follow a position, newest first. */
  after(which: WhichStudy, position: EmptyPosition | null, most: number): Promise<EmptySession[]> {
    const [createdAt = null, id = null] = position ?? [];
    return this.dataSource.query(SELECT_PAGE, [...studyValues(which), createdAt, id, most]);
  }
}
