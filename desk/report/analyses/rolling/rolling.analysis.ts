import type { Analysis } from '../analysis.js';

export const rollingAnalysis: Analysis = { panel: () => import('./rolling-panel.js') };
