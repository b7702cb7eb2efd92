import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WorkspaceId } from '../../auth/principal.js';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisOf } from '../analysis-of.js';
import { ExplainAnswer, ExplainQuery } from './explain.dto.js';
import { ExplainService } from './explain.service.js';

@ApiTags('stats')
@Controller('sessions/:id/stats/explain')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  /**
   * Get where a figure of the statistics comes from
   * @remarks Its definition and formula, the numbers that go into it, and the trades that do not count for it.
   */
  @Get()
  @AnalysisOf(ExplainAnswer, 'QUOTA_STATISTICS')
  async explain(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: ExplainQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.explanations.explain({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }
}
