import type { DataSource } from 'typeorm';
import type { CandlesService } from '../../candles/candles.service.js';
import { createCandlesService } from '../../candles/create-candles-service.js';
import { Environment } from '../../platform/config/environment.js';
import { withDatabase } from '../terminal/command.js';

/** Runs a command on the candles of the database that the settings name. */
export const withCandles = (
  run: (candles: CandlesService, environment: Environment, dataSource: DataSource) => Promise<void>,
): Promise<void> =>
  withDatabase((dataSource, environment) =>
    run(createCandlesService(dataSource, environment), environment, dataSource),
  );
