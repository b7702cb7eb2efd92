import type { Analysis } from '../analysis.js';

export const drawdownsAnalysis: Analysis = { panel: () => import('./drawdowns-panel.js') };
