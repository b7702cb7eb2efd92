import type { Analysis } from '../analysis.js';

export const idealR: Analysis = { panel: () => import('./ideal-r-panel.js') };
