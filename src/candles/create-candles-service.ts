import type { DataSource } from 'typeorm';
import type { Environment } from '../platform/config/environment.js';
import { CandlesService } from './candles.service.js';
import { CandleStore } from './store/candle-store.js';
import { CandleLoader } from './venue/candle-loader.js';
import { Clock } from './venue/clock.js';
import { VenueClient } from './venue/venue-client.js';

/** Creates a CandlesService for a program without Nest's container, such as a command. */
export function createCandlesService(dataSource: DataSource, environment: Environment): CandlesService {
  const clock = new Clock();
  const store = new CandleStore(dataSource);
  const venue = new VenueClient(environment, clock);
  const loader = new CandleLoader(store, venue, clock);
  return new CandlesService(loader, store, clock);
}
