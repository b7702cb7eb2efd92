import { DynamicModule, Global, Module } from '@nestjs/common';
import { Environment } from './environment.js';

/** Makes the settings, read once at start, available to every module. */
@Global()
@Module({})
export class ConfigModule {
  static with(environment: Environment): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Environment, useValue: environment }],
      exports: [Environment],
    };
  }
}
