import type { CalendarAnswer } from '../../../../src/review/analysis/calendar/calendar.dto.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly calendar: CalendarAnswer;
  }
}

export const calendarAnalysis: Analysis = {
  requests: { calendar: { turn: 10, words: 'calendar', path: 'calendar', hasThreshold: true } },
  panel: () => import('./calendar-panel.js'),
};
