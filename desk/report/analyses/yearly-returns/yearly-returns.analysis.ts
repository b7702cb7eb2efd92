import type { Analysis } from '../analysis.js';

/** The returns of the years, which the calendar shows alone if there is only one. */
export const yearlyReturnsAnalysis: Analysis = {
  panel: {
    id: 'yearly-returns',
    title: 'Returns by year',
    isLeftOut: ({ calendar }) => !calendar || calendar.years.length < 2,
    load: () => import('./yearly-returns-panel.js'),
  },
};
