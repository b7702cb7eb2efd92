import type { Analysis } from '../analysis.js';

export const figures: Analysis = { panel: () => import('./figures-panel.js') };
