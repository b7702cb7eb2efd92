import { Injectable } from '@nestjs/common';
import { WorkspaceQuotas } from '../../platform/auth/workspace-quotas.js';
import { RequestQuotas } from '../../platform/limits/request-quotas.js';
import { StorageQuotas } from '../../sessions/storage-quotas.js';
import { StatsQueue } from '../../stats/stats-queue.js';
import type { UsageAnswer } from './usage.dto.js';

/** Reads the usage and the quotas of workspaces. */
@Injectable()
export class UsageService {
  constructor(
    private readonly quotas: WorkspaceQuotas,
    private readonly requests: RequestQuotas,
    private readonly storage: StorageQuotas,
    private readonly stats: StatsQueue,
  ) {}

  async get(workspaceId: string): Promise<UsageAnswer> {
    const quotas = await this.quotas.get(workspaceId);
    const isCounted = quotas.requestsPerMinute !== null;
    return {
      quotas,
      usage: {
        ...(await this.storage.usage(workspaceId)),
        requestsPerMinute: isCounted ? await this.requests.countOf(workspaceId) : null,
        statistics: this.stats.inFlightOf(workspaceId),
      },
    };
  }
}
