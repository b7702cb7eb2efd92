import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiResponse, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { Public } from '../auth/api-key.guard.js';
import { problemResponse } from '../common/api-problems.js';
import { Problem } from '../common/problem.js';
import { HealthAnswer } from './health.dto.js';
import { pendingMigrations } from './pending-migrations.js';

/** For the orchestrator: both answer without a key. */
@ApiTags('health')
@Public()
@Controller('health')
export class HealthController {
  constructor(private readonly dataSource: DataSource) {}

  /** Whether the process is alive */
  @Get('live')
  @ApiOkResponse({ type: HealthAnswer })
  live(): HealthAnswer {
    return { status: 'ok' };
  }

  /** Whether requests can be served: the database answers and its schema is up to date */
  @Get('ready')
  @ApiOkResponse({ type: HealthAnswer })
  @ApiResponse(problemResponse(503, ['DATABASE_UNAVAILABLE']))
  async ready(): Promise<HealthAnswer> {
    const pending = await pendingMigrations(this.dataSource);
    if (pending.length > 0) {
      throw new Problem(
        'DATABASE_UNAVAILABLE',
        `The schema of the database is not up to date; migrations that have not run: ${pending.length}.`,
      );
    }
    return { status: 'ok' };
  }
}
