import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { SelectionModule } from '../selection/selection.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { SessionEvidenceController } from './routes/session-evidence.controller.js';
import { SessionEvidenceService } from './routes/session-evidence.service.js';

@Module({
  imports: [AnalysisModule, SelectionModule, SessionsModule],
  controllers: [SessionEvidenceController],
  providers: [SessionEvidenceService],
  exports: [SessionEvidenceService],
})
export class EvidenceModule {}
