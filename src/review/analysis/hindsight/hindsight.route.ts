import { tradeRoute } from '../service/trade-route.js';
import { HindsightAnswer, HindsightQuery } from './hindsight.dto.js';
import { hindsightTask } from './hindsight.task.js';

export const hindsightRoute = tradeRoute(hindsightTask, {
  query: HindsightQuery,
  answer: HindsightAnswer,
  // The settings contain all data about the earlier sessions, so the ETag depends on them, too.
  settings: async (
    { breakEvenThreshold },
    { session: { initialBalance }, markets: marketsOf, earlierIn },
  ) => {
    const markets = await marketsOf();
    const { sessions, hasMore: moreSessions } = await earlierIn(markets);
    const earlier = sessions.flatMap(({ id, name, spans }) => spans.map((span) => ({ id, name, ...span })));
    return { initialBalance, breakEvenThreshold, markets, earlier, moreSessions };
  },
});
