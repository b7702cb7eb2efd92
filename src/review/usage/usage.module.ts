import { Module } from '@nestjs/common';
import { AuthModule } from '../../platform/auth/auth.module.js';
import { LimitsModule } from '../../platform/limits/limits.module.js';
import { SessionsModule } from '../../sessions/sessions.module.js';
import { StatsModule } from '../../stats/stats.module.js';
import { UsageController } from './usage.controller.js';
import { UsageService } from './usage.service.js';

@Module({
  imports: [AuthModule, LimitsModule, SessionsModule, StatsModule],
  controllers: [UsageController],
  providers: [UsageService],
})
export class UsageModule {}
