import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WorkspaceId } from '../../auth/principal.js';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisOf } from '../analysis-of.js';
import { HindsightAnswer, HindsightQuery } from './hindsight.dto.js';
import { HindsightService } from './hindsight.service.js';

@ApiTags('analysis')
@Controller('sessions/:id/analysis/hindsight')
export class HindsightController {
  constructor(private readonly analysis: HindsightService) {}

  /**
   * Get how much of a session its trader may have seen before
   * @remarks An earlier session of the workspace has seen each market that it traded from its first entry to its last exit
   * there.
   */
  @Get()
  @AnalysisOf(HindsightAnswer)
  async hindsight(
    @WorkspaceId() workspaceId: string,
    @SessionId() sessionId: string,
    @Query() query: HindsightQuery,
    @Req() { headers }: Request,
    @Res() response: Response,
  ): Promise<void> {
    const ifNoneMatch = headers['if-none-match'];
    await sendTagged(response, (client) =>
      this.analysis.hindsight({ workspaceId, sessionId, query, ifNoneMatch, client }),
    );
  }
}
