import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

export const distributionAnalysis: Analysis = {
  panel: {
    id: 'distribution',
    title: 'Distribution of returns',
    nothing: ({ stats }) => (stats?.plPctDistribution.length === 0 ? NO_TRADES : null),
    load: () => import('./distribution-panel.js'),
  },
};
