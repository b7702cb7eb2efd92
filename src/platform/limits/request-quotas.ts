import { Injectable } from '@nestjs/common';
import { NextFunction, Request, Response } from 'express';
import { overQuota } from '../auth/quotas.js';
import { WorkspaceQuotas } from '../auth/workspace-quotas.js';
import { IS_SCRAPE } from '../auth/requests/scrape-path.js';
import { IS_PROBE } from '../health/probes.js';
import { counting } from './rate-limits.js';
import { RedisConnection } from './redis-connection.js';

/** Limits the requests of a workspace per minute, with all its keys together. */
@Injectable()
export class RequestQuotas {
  private readonly count: ReturnType<typeof counting>;

  constructor(
    private readonly quotas: WorkspaceQuotas,
    { client: redis }: RedisConnection,
  ) {
    this.count = counting(
      {
        perMinute: async (request) => (await this.quotaFor(request)) ?? Infinity,
        redis,
        name: 'workspace',
        refusal: (seconds, quota) => overQuota('requestsPerMinute', quota, seconds),
        keyOf: workspaceOf,
      },
      { standardHeaders: 'draft-8', identifier: 'requests-per-workspace' },
    );
  }

  /**
   * Does not count probes, reads of the metrics (which must not wait for the database), and requests without a valid
   * key. While quotas cannot be read, all requests are accepted.
   */
  readonly handler = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { principal, path } = request;
    const counts = principal !== undefined && !IS_PROBE.test(path) && !IS_SCRAPE.test(path);
    const quota = counts ? await this.quotaFor(request).catch(() => null) : null;
    if (quota === null) next();
    else await this.count(request, response, next);
  };

  /** Returns the number of requests of the workspace in its current minute. */
  async countOf(workspaceId: string): Promise<number> {
    const counted = await Promise.resolve(this.count.getKey(workspaceId)).catch(() => undefined);
    return counted?.totalHits ?? 0;
  }

  private async quotaFor(request: Request): Promise<number | null> {
    return (await this.quotas.get(workspaceOf(request))).requestsPerMinute;
  }
}

const workspaceOf = ({ principal }: Request): string => principal?.workspaceId ?? '';
