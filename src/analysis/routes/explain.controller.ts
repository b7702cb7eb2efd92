import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendTagged } from '../../http/tagged-json.js';
import { SessionId } from '../../sessions/session-id.js';
import { AnalysisOf, AskedBy, type Asker } from './analysis-of.js';
import { ExplainAnswer, ExplainQuery } from '../explain/explain.dto.js';
import { ExplainService } from './explain.service.js';

@ApiTags('stats')
@Controller('sessions/:id/stats/explain')
export class ExplainController {
  constructor(private readonly explanations: ExplainService) {}

  /**
   * Get how a figure of the statistics is computed
   * @remarks Returns its definition and formula, the inputs of the formula, and the trades that do not count for the
   * figure.
   */
  @Get()
  @AnalysisOf(ExplainAnswer, 'QUOTA_STATISTICS')
  async explain(
    @AskedBy() asker: Asker,
    @SessionId() sessionId: string,
    @Query() query: ExplainQuery,
    @Res() response: Response,
  ): Promise<void> {
    await sendTagged(response, (client) => this.explanations.explain({ ...asker, sessionId, query, client }));
  }
}
