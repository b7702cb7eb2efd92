import { DynamicModule, Module, type Type } from '@nestjs/common';
import { AdminModule } from './platform/admin/admin.module.js';
import { AuthModule } from './platform/auth/auth.module.js';
import { CandlesModule } from './candles/candles.module.js';
import { ConfigModule } from './platform/config/config.module.js';
import { Environment } from './platform/config/environment.js';
import { DatabaseModule } from './platform/database/database.module.js';
import { OpenDatabase } from './platform/database/open-database.js';
import { HealthModule } from './platform/health/health.module.js';
import { PeoplePageModule } from './platform/http/people-page.js';
import { KeysModule } from './platform/keys/keys.module.js';
import { LimitsModule } from './platform/limits/limits.module.js';
import { MetricsModule } from './platform/metrics/metrics.module.js';
import { optionalModules } from './optional-modules.js';
import { ProjectsModule } from './projects/projects.module.js';
import { SessionsModule } from './sessions/sessions.module.js';
import { StatsModule } from './stats/stats.module.js';
import { TradesModule } from './trades/trades.module.js';

/** The service, assembled from its settings and its open database. */
@Module({})
export class AppModule {
  /** @param optional the features beyond the contract. Default: all that the settings allow */
  static with(
    environment: Environment,
    database: OpenDatabase,
    optional: readonly Type[] = optionalModules(environment),
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(environment),
        DatabaseModule.with(database),
        AuthModule,
        LimitsModule,
        PeoplePageModule,
        // Express tries routes in this order, so the routes that are called most often come first. (Benchmark: "GET
        // stats, 304".)
        StatsModule,
        ProjectsModule,
        SessionsModule,
        TradesModule,
        ...optional,
        CandlesModule,
        KeysModule,
        HealthModule,
        MetricsModule,
        AdminModule,
      ],
    };
  }
}
