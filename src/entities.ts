import { ApiKey } from './platform/auth/api-key.entity.js';
import { Workspace } from './platform/auth/workspace.entity.js';
import { Bar } from './candles/store/bar.entity.js';
import { CandleGap } from './candles/store/candle-gap.entity.js';
import { Coverage } from './candles/store/coverage.entity.js';
import { Series } from './candles/store/series.entity.js';
import { Project } from './projects/project.entity.js';
import { Asset } from './sessions/asset.entity.js';
import { Session } from './sessions/session.entity.js';
import { FirstAnswer } from './trades/first-answer.entity.js';
import { Trade } from './trades/trade.entity.js';

/** All entities, for the data source. */
export const entities = [
  Workspace,
  ApiKey,
  Project,
  Session,
  Asset,
  Trade,
  FirstAnswer,
  Series,
  Bar,
  Coverage,
  CandleGap,
];
