import type { CandlesService } from '../../candles/candles.service.js';
import { createCandlesService } from '../../candles/create-candles-service.js';
import { Environment } from '../../config/environment.js';
import { withDatabase } from '../terminal/command.js';

/** Runs a command on the candles in the database of the settings. */
export const withCandles = (
  run: (candles: CandlesService, environment: Environment) => Promise<void>,
): Promise<void> =>
  withDatabase((dataSource, environment) => run(createCandlesService(dataSource, environment), environment));
