import type { Analysis } from '../analysis.js';

export const drawdowns: Analysis = { panel: () => import('./drawdowns-panel.js') };
