import { Controller, Get } from '@nestjs/common';
import { Query } from '../../shared/fields/query.js';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../../platform/auth/principal.js';
import { ApiProblems } from '../../shared/problems/api-problems.js';
import { Client } from '../../platform/http/client.js';
import { ProjectId } from '../../projects/project-id.js';
import { ComparisonAnswer, ComparisonQuery } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';

@ApiTags('Research')
@Controller('projects/:id/comparison')
export class ComparisonController {
  constructor(private readonly comparison: ComparisonService) {}

  /**
   * Compare sessions of a project
   * @remarks Compares up to 20 sessions: the sessions in `sessionIds`, in the given order, or the newest sessions.
   * Returns the figures and the thinned equity curve of each session, tests of pairs of sessions, the correlations of
   * the daily returns, and the figures of all sessions together. Ideal R is not included, so no candles are loaded.
   */
  @Get()
  @ApiOkResponse({ type: ComparisonAnswer })
  @ApiProblems('PROJECT_NOT_FOUND', 'SESSION_NOT_FOUND', 'TOO_MANY_TRADES', 'QUOTA_STATISTICS', 'BUSY')
  compare(
    @WorkspaceId() workspaceId: string,
    @ProjectId() id: string,
    @Query() query: ComparisonQuery,
    @Client() { signal }: Client,
  ): Promise<ComparisonAnswer> {
    return this.comparison.compare(workspaceId, id, query, signal);
  }
}
