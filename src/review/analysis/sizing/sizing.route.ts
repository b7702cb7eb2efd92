import { tradeRoute } from '../service/trade-route.js';
import { sizingSettings } from './sizing-settings.js';
import { SizingAnswer, SizingQuery } from './sizing.dto.js';
import { sizingTask } from './sizing.task.js';

export const sizingRoute = tradeRoute(sizingTask, {
  query: SizingQuery,
  answer: SizingAnswer,
  settings: (query, { session }) => sizingSettings(session, query),
});
