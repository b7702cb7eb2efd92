import type { Analysis } from '../analysis.js';

export const idealRAnalysis: Analysis = { panel: () => import('./ideal-r-panel.js') };
