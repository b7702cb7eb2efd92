import { DynamicModule, Module } from '@nestjs/common';
import { AdminModule } from './platform/admin/admin.module.js';
import { AnalysisModule } from './review/analysis/analysis.module.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { CandlesModule } from './candles/candles.module.js';
import { ComparisonModule } from './review/comparison/comparison.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import { Environment } from './platform/config/environment.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { OpenDatabase } from './platform/database/open-database.js';
import { DeskModule } from './review/desk/desk.module.js';
import { EvidenceModule } from './review/evidence/evidence.module.js';
import { EventsModule } from './review/events/events.module.js';
import { HealthModule } from './platform/health/health.module.js';
import { TradeFilesModule } from './review/trade-files/trade-files.module.js';
import { KeysModule } from './platform/keys/keys.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SelectionModule } from './review/selection/selection.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TradesModule } from './trades/trades.module.js';
import { TrialsModule } from './review/trials/trials.module.js';
import { UsageModule } from './review/usage/usage.module.js';

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
        EvidenceModule,
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
