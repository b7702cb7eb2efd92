import { DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from './admin/admin.module.js';
import { AnalysisModule } from './analysis/analysis.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CandlesModule } from './candles/candles.module.js';
import { ComparisonModule } from './comparison/comparison.module.js';
import { ConfigModule } from './config/config.module.js';
import { Environment } from './config/environment.js';
import { DatabaseModule } from './database/database.module.js';
import { OpenDatabase } from './database/open-database.js';
import { DeskModule } from './desk/desk.module.js';
import { EventsModule } from './events/events.module.js';
import { HealthModule } from './health/health.module.js';
import { TradeFilesModule } from './trade-files/trade-files.module.js';
import { KeysModule } from './keys/keys.module.js';
import { LimitsModule } from './limits/limits.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SelectionModule } from './selection/selection.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TradesModule } from './trades/trades.module.js';
import { TrialsModule } from './trials/trials.module.js';
import { UsageModule } from './usage/usage.module.js';

/** The service, assembled from its settings and its open database. */
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
        // Express tries routes in this order, so the routes that are called most often come first. (Benchmark: "GET
        // stats, 304".)
        StatsModule,
        ProjectsModule,
        SessionsModule,
        TradesModule,
        EventsModule,
        ComparisonModule,
        AnalysisModule,
        SelectionModule,
        TrialsModule,
        TradeFilesModule,
        ...(environment.DESK === 'on' ? [DeskModule] : []),
        CandlesModule,
        KeysModule,
        UsageModule,
        HealthModule,
        MetricsModule,
        AdminModule,
      ],
    };
  }
}
