import type { Analysis } from '../analysis.js';

export const distributionAnalysis: Analysis = { panel: () => import('./distribution-panel.js') };
