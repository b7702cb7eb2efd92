import { ApiKey } from '../auth/api-key.entity.js';
import { Workspace } from '../auth/workspace.entity.js';
import { Bar } from '../candles/bar.entity.js';
import { CandleGap } from '../candles/candle-gap.entity.js';
import { Coverage } from '../candles/coverage.entity.js';
import { Series } from '../candles/series.entity.js';
import { Project } from '../projects/project.entity.js';
import { Asset } from '../sessions/asset.entity.js';
import { Session } from '../sessions/session.entity.js';
import { Trade } from '../trades/trade.entity.js';

/** Every table, for the data source. */
export const entities = [Workspace, ApiKey, Project, Session, Asset, Trade, Series, Bar, Coverage, CandleGap];
