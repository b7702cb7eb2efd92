import { Problem, type ProblemCode } from '../../shared/problems/problem.js';
import type { Workspace } from './workspace.entity.js';

/** Quotas of a workspace; null for no limit. */
export interface Quotas {
  readonly sessions: number | null;
  /** Maximum number of trades in all sessions together. */
  readonly trades: number | null;
  readonly requestsPerMinute: number | null;
  /** Maximum number of statistics that are computed or queued at a time, on each instance. */
  readonly statistics: number | null;
}

export type QuotaName = keyof Quotas;

export const QUOTA_COLUMNS = {
  sessions: 'sessionQuota',
  trades: 'tradeQuota',
  requestsPerMinute: 'requestQuota',
  statistics: 'statisticsQuota',
} as const satisfies Record<QuotaName, keyof Workspace>;

export const QUOTA_NAMES = Object.keys(QUOTA_COLUMNS) as QuotaName[];

export const quotasOf = (workspace: Pick<Workspace, (typeof QUOTA_COLUMNS)[QuotaName]> | null): Quotas => ({
  sessions: workspace?.sessionQuota ?? null,
  trades: workspace?.tradeQuota ?? null,
  requestsPerMinute: workspace?.requestQuota ?? null,
  statistics: workspace?.statisticsQuota ?? null,
});

const CODES = {
  sessions: 'QUOTA_SESSIONS',
  trades: 'QUOTA_TRADES',
  requestsPerMinute: 'QUOTA_REQUESTS',
  statistics: 'QUOTA_STATISTICS',
} as const satisfies Record<QuotaName, ProblemCode>;

const COUNTED: Readonly<Record<QuotaName, string>> = {
  sessions: 'sessions',
  trades: 'trades in all its sessions',
  requestsPerMinute: 'requests a minute',
  statistics: 'statistics at a time',
};

const MORE_ROOM = 'delete some, or ask the operator of the service for a larger quota';

/**
 * Returns the problem of a request that exceeds a quota.
 * @param retryAfterS time in seconds after which the client may retry; undefined if waiting does not help
 */
export function overQuota(name: QuotaName, quota: number, retryAfterS?: number): Problem {
  const message = `The workspace may have ${quota} ${COUNTED[name]} at most`;
  if (retryAfterS === undefined) return new Problem(CODES[name], `${message}; ${MORE_ROOM}.`);
  const seconds = retryAfterS === 1 ? '1 second' : `${retryAfterS} seconds`;
  return new Problem(CODES[name], `${message}; try again in ${seconds}.`, { retryAfterS });
}
