import { Module } from '@nestjs/common';
import { AnalysisModule } from '../analysis/analysis.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { ComparisonController } from './comparison.controller.js';
import { ComparisonService } from './comparison.service.js';
import { PairsService } from './pairs.service.js';

@Module({
  imports: [ProjectsModule, SessionsModule, StatsModule, AnalysisModule],
  controllers: [ComparisonController],
  providers: [ComparisonService, PairsService],
})
export class ComparisonModule {}
