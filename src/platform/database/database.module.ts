import {
  DynamicModule,
  Global,
  Inject,
  Module,
  OnApplicationShutdown,
  OnModuleDestroy,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IndexBuilder } from './index-builder.js';
import type { OpenDatabase } from './open-database.js';
import { TableCare } from './table-care.js';

const OPEN_DATABASE = Symbol('OPEN_DATABASE');

/** Injection token of the `DatabaseAddress`, for connections outside the pool. */
export const DATABASE_ADDRESS = Symbol('DATABASE_ADDRESS');

/** Provides the open DataSource and its repositories. Closes the database after all other modules have stopped. */
@Global()
@Module({})
export class DatabaseModule implements OnModuleDestroy, OnApplicationShutdown {
  constructor(@Inject(OPEN_DATABASE) private readonly database: OpenDatabase) {}

  static with(database: OpenDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          useFactory: () => ({ type: 'postgres', manualInitialization: true }),
          dataSourceFactory: () => Promise.resolve(database.dataSource),
        }),
      ],
      providers: [
        { provide: OPEN_DATABASE, useValue: database },
        { provide: DATABASE_ADDRESS, useValue: database.address },
        {
          provide: IndexBuilder,
          useFactory: () => new IndexBuilder(database.dataSource, database.address),
        },
        { provide: TableCare, useFactory: () => new TableCare(database) },
      ],
      exports: [DATABASE_ADDRESS, TableCare],
    };
  }

  /** Runs before any work of the shutdown, so that no statement of the service waits for another client. */
  onModuleDestroy(): void {
    this.database.disconnectOthers?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
