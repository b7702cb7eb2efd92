import { DynamicModule, Module } from '@nestjs/common';
import { AuthModule } from './auth/auth.module.js';
import { CandlesModule } from './candles/candles.module.js';
import { ConfigModule } from './config/config.module.js';
import { Environment } from './config/environment.js';
import { DatabaseModule } from './database/database.module.js';
import { OpenDatabase } from './database/open-database.js';
import { HealthModule } from './health/health.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TradesModule } from './trades/trades.module.js';

/** The service, put together from its settings and its open database. */
@Module({})
export class AppModule {
  static with(environment: Environment, database: OpenDatabase): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(environment),
        DatabaseModule.with(database),
        AuthModule,
        LimitsModule,
        ProjectsModule,
        SessionsModule,
        TradesModule,
        StatsModule,
        CandlesModule,
        HealthModule,
        MetricsModule,
      ],
    };
  }
}
