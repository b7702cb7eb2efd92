import type { Analysis } from '../analysis.js';

export const figuresAnalysis: Analysis = { panel: () => import('./figures-panel.js') };
