import { Problem, type ProblemCode } from '../problems/problem.js';
import type { Workspace } from './workspace.entity.js';

/** What a workspace may use at most; null: any amount. */
export interface Quotas {
  readonly sessions: number | null;
  /** In all sessions together. */
  readonly trades: number | null;
  readonly requestsPerMinute: number | null;
  /** Computed or waiting for it at a time, on each instance. */
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

/**
 * The refusal of what would exceed a quota.
 * @param retryAfterS seconds until a further request makes sense, where time alone makes room
 */
export function overQuota(name: QuotaName, quota: number, retryAfterS?: number): Problem {
  const message = `The workspace may have ${quota} ${COUNTED[name]} at most`;
  if (retryAfterS === undefined) return new Problem(CODES[name], `${message}.`);
  const seconds = retryAfterS === 1 ? '1 second' : `${retryAfterS} seconds`;
  return new Problem(CODES[name], `${message}; try again in ${seconds}.`, { retryAfterS });
}
