import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { IdealRService } from './ideal-r/ideal-r.service.js';
import { StatsController } from './stats.controller.js';
import { StatsService } from './stats.service.js';

@Module({
  imports: [SessionsModule],
  controllers: [StatsController],
  providers: [StatsService, IdealRService],
})
export class StatsModule {}
