import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisOf, AskedBy, type Asker } from './analysis-of.js';
import { HindsightAnswer, HindsightQuery } from '../hindsight/hindsight.dto.js';
import { HindsightService } from './hindsight.service.js';

@ApiTags('analysis')
@Controller('sessions/:id/analysis/hindsight')
export class HindsightController {
  constructor(private readonly analysis: HindsightService) {}

  /**
   * Get how much of a session's market its trader may have seen before
   * @remarks An earlier session of the workspace has seen each market that it traded, from its first entry to its last
   * exit in this market.
   */
  @Get()
  @AnalysisOf(HindsightAnswer)
  async hindsight(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: HindsightQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.analysis.hindsight({ ...asker, sessionId, query, client }));
  }
}
