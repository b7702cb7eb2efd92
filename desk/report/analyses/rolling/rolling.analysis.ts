import type { Analysis } from '../analysis.js';

export const rolling: Analysis = { panel: () => import('./rolling-panel.js') };
