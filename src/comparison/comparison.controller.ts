import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../problems/api-problems.js';
import { Client } from '../http/client.js';
import { ProjectId } from '../projects/project-id.js';
import { ComparisonAnswer, ComparisonQuery } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';

@ApiTags('projects')
@Controller('projects/:id/comparison')
export class ComparisonController {
  constructor(private readonly comparison: ComparisonService) {}

  /**
   * Compare sessions of a project
   * @remarks Returns figures and thinned equity curves of up to 20 sessions: those in `sessionIds`, in that order, or
   * the newest; tests of pairs of them; the correlations of their daily returns; and figures of all of them together. Ideal R is not included, so no candles are loaded.
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
