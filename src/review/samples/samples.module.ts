import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { CandlesModule } from '../../candles/candles.module.js';
import { ProjectsModule } from '../../projects/projects.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { TradesModule } from '../../trades/trades.module.js';
import { SampleCandlesService } from './sample-candles.service.js';
import { SampleInsertsService } from './sample-inserts.service.js';
import { SampleMakerService } from './sample-maker.service.js';
import { SamplesController } from './samples.controller.js';
import { SamplesService } from './samples.service.js';
import { SamplesStore } from './samples.store.js';

@Module({
  imports: [AuthModule, CandlesModule, ProjectsModule, SessionsModule, TradesModule],
  controllers: [SamplesController],
  providers: [SamplesService, SampleMakerService, SampleCandlesService, SampleInsertsService, SamplesStore],
})
export class SamplesModule {}
