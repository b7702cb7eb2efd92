import { Controller, Get } from '@nestjs/common';
import { Query } from '../../../shared/fields/query.js';
import { ApiTags } from '@nestjs/swagger';
import { AnalysisRoute } from '../../analysis/service/analysis-route.js';
import { ConditionalRequest } from '../../../platform/http/conditional-request.js';
import type { TaggedJson } from '../../../platform/http/tagged-answer.js';
import { SessionId } from '../../../sessions/session-id.js';
import { EvidenceAnswer, EvidenceQuery } from './evidence.dto.js';
import { SessionEvidenceService } from './session-evidence.service.js';

@ApiTags('Review')
@Controller('sessions/:id/analysis/evidence')
export class SessionEvidenceController {
  constructor(private readonly evidence: SessionEvidenceService) {}

  /**
   * Get the evidence for and against the results of a session
   * @remarks Answers eleven questions. Each answer compares one figure of another analysis with a threshold. Analyses that
   * take longer are computed in the background. Until they are ready, their questions have the reason `computing`.
   */
  @Get()
  @AnalysisRoute(EvidenceAnswer)
  get(
    @ConditionalRequest() request: ConditionalRequest,
    @SessionId() sessionId: string,
    @Query() query: EvidenceQuery,
  ): Promise<TaggedJson> {
    return this.evidence.get({ ...request, sessionId, query });
  }
}
