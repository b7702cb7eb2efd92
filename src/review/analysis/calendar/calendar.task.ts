import { tradeTask } from '../tasks/trade-task.js';
import { CALENDAR_DEFINITIONS } from './calendar-definitions.js';
import { calendar } from './calendar.js';

export const calendarTask = tradeTask({
  name: 'calendar',
  version: 3,
  definitions: CALENDAR_DEFINITIONS,
  compute: calendar,
});
