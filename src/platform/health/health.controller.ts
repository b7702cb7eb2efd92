import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/requests/api-key.guard.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { Problem } from '../../shared/problems/problem.js';
import { SharedReads } from '../../shared/concurrency/shared-reads.js';
import { AnyQuery } from '../../shared/fields/query.js';
import { COMMIT, VERSION } from '../config/version.js';
import { pendingMigrations } from '../database/pending-migrations.js';
import { HealthAnswer, LiveAnswer } from './health.dto.js';
import { ProbeDatabase } from './probe-database.js';
import { Shards } from './shards.js';

/** Probes for orchestrators, which require no key. */
@ApiTags('Operate')
@Public()
// Some load balancers add parameters to their probes.
@AnyQuery()
@Controller('health')
export class HealthController {
  /** Shares one query of the database among probes that arrive at the same time. */
  private readonly reads = new SharedReads<string[]>();

  constructor(
    private readonly database: ProbeDatabase,
    private readonly shards: Shards,
  ) {}

  /** Get whether the process is alive, and its version and commit */
  @Get('live')
  @ApiOkResponse({ type: LiveAnswer })
  live(): LiveAnswer {
    return { status: 'ok', version: VERSION, commit: COMMIT };
  }

  /** Get whether requests can be served: the database responds, with all its shards, and its schema is up to date */
  @Get('ready')
  @ApiOkResponse({ type: HealthAnswer })
  @ApiProblems('DATABASE_UNAVAILABLE')
  async ready(): Promise<HealthAnswer> {
    const pending = await this.reads.get('', async () => pendingMigrations(await this.database.open()));
    if (pending.length > 0) {
      throw new Problem(
        'DATABASE_UNAVAILABLE',
        `The schema of the database is not up to date. Migrations that have not run: ${pending.length}. Run "npm run database -- migrate".`,
      );
    }
    if (!(await this.shards.canBeReached()))
      throw new Problem('DATABASE_UNAVAILABLE', 'Not every shard of the database can be reached.');
    return { status: 'ok' };
  }
}
