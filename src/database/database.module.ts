import { DynamicModule, Global, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { OpenDatabase } from './open-database.js';

const OPEN_DATABASE = Symbol('OPEN_DATABASE');

/** Gives every module the one DataSource, and closes the database after everything else has stopped. */
@Global()
@Module({})
export class DatabaseModule implements OnApplicationShutdown {
  constructor(@Inject(OPEN_DATABASE) private readonly database: OpenDatabase) {}

  static with(database: OpenDatabase): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: OPEN_DATABASE, useValue: database },
        { provide: DataSource, useValue: database.dataSource },
      ],
      exports: [DataSource],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}
