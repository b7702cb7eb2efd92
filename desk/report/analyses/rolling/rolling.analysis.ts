import { ROLLING_WINDOWS } from '../../../../src/review/desk/sheet/rolling-windows.js';
import type { Analysis } from '../analysis.js';
import { noWindows } from './no-windows.js';

export const rollingAnalysis: Analysis = {
  panel: {
    id: 'rolling',
    title: 'Rolling risk',
    // A shorter window may have figures, so the panel with the choice of the window stays unless it is the shortest.
    nothing: ({ rolling, risk }) =>
      rolling && rolling.windows.length === 0 && rolling.days === ROLLING_WINDOWS[0]
        ? noWindows(rolling.days, risk)
        : null,
    load: () => import('./rolling-panel.js'),
  },
};
