import { tradeRoute } from '../service/trade-route.js';
import { sliceFiguresSettings } from './slice-figures-settings.js';
import { SliceFiguresAnswer, SliceFiguresQuery } from './slice-figures.dto.js';
import { figuresTask } from './slice-figures.task.js';

export const figuresRoute = tradeRoute(figuresTask, {
  query: SliceFiguresQuery,
  answer: SliceFiguresAnswer,
  settings: (query, { session }) => sliceFiguresSettings(session, query),
});
