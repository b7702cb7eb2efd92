import { tradeRoute } from '../service/trade-route.js';
import { confidenceSettings } from './confidence-settings.js';
import { ConfidenceAnswer, ConfidenceQuery } from './confidence.dto.js';
import { confidenceTask } from './confidence.task.js';

export const confidenceRoute = tradeRoute(confidenceTask, {
  query: ConfidenceQuery,
  answer: ConfidenceAnswer,
  settings: async (query, { session, tradeCount }) => confidenceSettings(session, query, await tradeCount()),
});
