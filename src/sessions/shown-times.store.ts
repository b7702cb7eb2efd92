import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Span } from '../shared/market/spans.js';
import { joinedSpans } from './joined-spans.js';
import type { SessionKey } from './session.entity.js';

/** Maximum number of spans of each set. Beyond that, the spans with the smallest gaps are joined. */
const MAX_SPANS = 1_000;

/** The latest time known in the present run. `front` keeps exits that were edited or removed. */
const FRONT = `GREATEST(front, last_exit_time, (
  SELECT furthest FROM playheads WHERE workspace_id = $1 AND session_id = $2))`;

/** The summary of the session must be up to date, or `front` must already contain the exits before the change. */
const STEP_BACK = `
  UPDATE sessions s SET front = b.front, shown_before = ${joinedSpans('b.spans', MAX_SPANS)}
  FROM (SELECT workspace_id, id, GREATEST(front, last_exit_time) AS front,
          shown_before + int8multirange(int8range($3::bigint, GREATEST($3::bigint, ${FRONT}))) AS spans
        FROM sessions WHERE workspace_id = $1 AND id = $2) b
  WHERE s.workspace_id = $1 AND s.id = $2`;

/** $3: first entry among the first versions of changed trades. */
const END_RUN = `
  UPDATE sessions s
  SET earlier_runs = earlier_runs + 1, earlier_shown = ${joinedSpans('b.spans', MAX_SPANS)}, shown_before = '{}',
    front = NULL, first_answers = 0, changed_answers = 0, second_looks = 0, earlier_looks = 0
  FROM (SELECT workspace_id, id, earlier_shown + CASE WHEN front IS NULL THEN '{}'
            ELSE int8multirange(int8range(LEAST(first, front), front)) END AS spans
        FROM (SELECT workspace_id, id, earlier_shown, ${FRONT} AS front,
                LEAST($3::bigint, first_entry_time, range_start, (
                  SELECT least_at FROM playheads WHERE workspace_id = $1 AND session_id = $2)) AS first
              FROM sessions WHERE workspace_id = $1 AND id = $2) r) b
  WHERE s.workspace_id = $1 AND s.id = $2`;

/** Without a playhead, the draw has shown nothing. */
const END_DRAW = `
  UPDATE sessions s SET earlier_shown = ${joinedSpans('b.spans', MAX_SPANS)}
  FROM (SELECT s.workspace_id, s.id,
          s.earlier_shown + int8multirange(int8range(LEAST(p.least_at, s.range_start), p.furthest)) AS spans
        FROM sessions s JOIN playheads p ON p.workspace_id = s.workspace_id AND p.session_id = s.id
        WHERE s.workspace_id = $1 AND s.id = $2 AND p.at IS NOT NULL) b
  WHERE s.workspace_id = $1 AND s.id = $2`;

const SELECT = `
  SELECT shown_before::text AS "inRun", earlier_shown::text AS "inEarlierRuns"
  FROM sessions WHERE workspace_id = $1 AND id = $2`;

/** $3: the copy, which may have fewer changed answers. */
const COPY = `
  UPDATE sessions c
  SET front = o.front, shown_before = o.shown_before, earlier_shown = o.earlier_shown, earlier_runs = o.earlier_runs,
    first_answers = o.first_answers, second_looks = o.second_looks,
    earlier_looks = o.earlier_looks,
    changed_answers = CASE WHEN o.changed_answers > 0 THEN (
      SELECT count(*) FROM first_answers WHERE workspace_id = $1 AND session_id = $3) ELSE o.changed_answers END
  FROM sessions o
  WHERE o.workspace_id = $1 AND o.id = $2 AND c.workspace_id = $1 AND c.id = $3`;

/** Times of which a session has shown the outcome, ascending and disjoint. */
export interface ShownTimes {
  /** Times that were shown in the present run before a step back. */
  readonly inRun: readonly Span[];
  /** Times that earlier runs, and draws before the present one, have shown. */
  readonly inEarlierRuns: readonly Span[];
}

/**
 * The times that a session has shown before they are traded again: a step back shows the time from its target to the
 * front of the run. All writes run in a transaction that locks the session.
 */
@Injectable()
export class ShownTimesStore {
  /**
   * Adds the time from `to` to the front of the run to the times that were shown. Call it before the summary changes.
   * @param to epoch ms; a time after the front adds nothing
   */
  async stepBack(transaction: EntityManager, { workspaceId, id }: SessionKey, to: number): Promise<void> {
    await transaction.query(STEP_BACK, [workspaceId, id, to]);
  }

  /**
   * Adds the time of the present run to the times that earlier runs have shown, and begins the next run without times
   * and answers.
   * @param firstEntry first entry of the trades that were changed or removed; null if there are none
   */
  async endRun(
    transaction: EntityManager,
    { workspaceId, id }: SessionKey,
    firstEntry: number | null,
  ): Promise<void> {
    await transaction.query(END_RUN, [workspaceId, id, firstEntry]);
  }

  /**
   * Adds the time that the present draw has shown to the times of earlier runs. Call it before the range and the
   * playhead change.
   */
  async endDraw(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<void> {
    await transaction.query(END_DRAW, [workspaceId, id]);
  }

  async find(transaction: EntityManager, { workspaceId, id }: SessionKey): Promise<ShownTimes> {
    const [row] = await transaction.query<{ [Name in keyof ShownTimes]: string }[]>(SELECT, [
      workspaceId,
      id,
    ]);
    return { inRun: spansIn(row?.inRun ?? '{}'), inEarlierRuns: spansIn(row?.inEarlierRuns ?? '{}') };
  }

  /** Copies the times, the number of earlier runs and the counts of answers to a copy with the same trades. */
  async copy(transaction: EntityManager, { workspaceId, id }: SessionKey, copyId: string): Promise<void> {
    await transaction.query(COPY, [workspaceId, id, copyId]);
  }
}

/** Returns the spans of the text of an `int8multirange`, such as `{[1,5),[7,9)}`. */
const spansIn = (multirange: string): Span[] =>
  [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, start, end]) => ({
    start: Number(start),
    end: Number(end),
  }));
