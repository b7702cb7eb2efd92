import { DynamicModule, Global, Module } from '@nestjs/common';
import { Environment } from './environment.js';

/** Provides the settings to every module. The settings are read once, at start. */
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
