import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { anyCasePattern } from '../../shared/text/any-case-pattern.js';

/** Conditions on the fields of sessions. A session must meet all of them. */
export interface FieldConditions {
  /** A part of the name, in any case. */
  readonly search?: string | undefined;
  readonly status?: string | undefined;
  readonly tag?: string | undefined;
  readonly accountCurrency?: string | undefined;
}

/** A session with the time at which it was started, epoch milliseconds, and the zone of its account. */
export interface StartedSession {
  readonly id: string;
  readonly startedAt: number;
  readonly accountTimezone: string;
}

/** Finds the sessions whose fields meet conditions. */
@Injectable()
export class SessionFilterStore {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Returns those of the sessions that meet the conditions. They are read with one statement, so the caller limits their
   * number.
   */
  meeting(
    workspaceId: string,
    ids: readonly string[],
    { search, status, tag, accountCurrency }: FieldConditions,
  ): Promise<StartedSession[]> {
    const values: unknown[] = [workspaceId, ids];
    const meets = (value: string | undefined, condition: (place: string) => string) =>
      value === undefined ? '' : ` AND ${condition(`$${values.push(value)}`)}`;
    const conditions = [
      meets(search && anyCasePattern(search), (place) => `s.name ~ ${place}`),
      meets(status, (place) => `s.status = ${place}`),
      meets(tag, (place) => `${place} = ANY(s.tags)`),
      meets(accountCurrency, (place) => `s.account_currency = ${place}`),
    ];
    return this.dataSource.query(
      `SELECT s.id, s.started_at AS "startedAt", s.account_timezone AS "accountTimezone" FROM sessions s
       WHERE s.workspace_id = $1 AND s.id = ANY($2::uuid[])${conditions.join('')}`,
      values,
    );
  }
}
