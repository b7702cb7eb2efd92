import type { Analysis } from '../analysis.js';

export const figuresAnalysis: Analysis = {
  panel: {
    id: 'all-figures',
    title: 'All figures',
    load: () => import('./figures-panel.js'),
  },
};
