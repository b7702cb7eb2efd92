import type { Analysis } from '../analysis.js';

export const distribution: Analysis = { panel: () => import('./distribution-panel.js') };
