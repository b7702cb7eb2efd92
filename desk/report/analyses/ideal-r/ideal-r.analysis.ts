import { stateSentence } from '../../panels/states.js';
import { hasIdealR, idealRPoints } from './ideal-r-points.js';
import type { Analysis } from '../analysis.js';

export const idealRAnalysis: Analysis = {
  panel: {
    id: 'ideal-r',
    title: 'Ideal R and R',
    nothing: (data) => {
      const { stats, trades } = data;
      if (!stats) return null;
      const sentence = stateSentence(stats.idealRAnalysis);
      if (sentence !== null) return sentence;
      const isUnmeasured = !hasIdealR(stats) || (trades && idealRPoints(data).length === 0);
      return isUnmeasured ? 'No trade could be measured in full.' : null;
    },
    load: () => import('./ideal-r-panel.js'),
  },
};
