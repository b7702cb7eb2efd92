import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { WorkspaceId } from '../auth/principal.js';
import { ApiProblems } from '../problems/api-problems.js';
import { sendJson } from '../http/send-json.js';
import { unlessGone } from '../http/unless-gone.js';
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
   * the newest. Ideal R is not included, so no candles are loaded.
   */
  @Get()
  @ApiOkResponse({ type: ComparisonAnswer })
  @ApiProblems('PROJECT_NOT_FOUND', 'SESSION_NOT_FOUND', 'QUOTA_STATISTICS', 'BUSY')
  async compare(
    @WorkspaceId() workspaceId: string,
    @ProjectId() id: string,
    @Query() query: ComparisonQuery,
    @Res() response: Response,
  ): Promise<void> {
    const answer = await unlessGone(response, ({ signal }) =>
      this.comparison.compare(workspaceId, id, query, signal),
    );
    if (answer) sendJson(response, [Buffer.from(JSON.stringify(answer))]);
  }
}
