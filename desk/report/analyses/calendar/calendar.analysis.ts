import type { CalendarAnswer } from '../../../../src/review/analysis/calendar/calendar.dto.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly calendar: CalendarAnswer;
  }
}

export const calendarAnalysis: Analysis = {
  requests: { calendar: { turn: 10, words: 'calendar', path: 'calendar', hasThreshold: true } },
  panel: {
    id: 'calendar',
    title: 'Calendar',
    nothing: ({ calendar }) => (calendar?.months.length === 0 ? NO_TRADES : null),
    load: () => import('./calendar-panel.js'),
  },
};
