import { tradeRoute } from '../service/trade-route.js';
import { CalendarAnswer, CalendarQuery } from './calendar.dto.js';
import { calendarTask } from './calendar.task.js';

export const calendarRoute = tradeRoute(calendarTask, {
  query: CalendarQuery,
  answer: CalendarAnswer,
  settings: ({ breakEvenThreshold }, { session: { initialBalance, accountTimezone: timezone } }) => ({
    initialBalance,
    timezone,
    breakEvenThreshold,
  }),
});
