import type { GridAnswer } from '../../src/review/selection/routes/grid.dto.js';
import type { LeaderboardAnswer } from '../../src/review/selection/routes/leaderboard.dto.js';
import type { OverfittingAnswer } from '../../src/review/selection/routes/overfitting.dto.js';
import type { ParametersAnswer } from '../../src/review/selection/routes/parameters.dto.js';
import type { SelectionAnswer } from '../../src/review/selection/routes/selection.dto.js';
import type { WalkForwardAnswer } from '../../src/review/selection/routes/walk-forward.dto.js';
import { type Query, askJson } from './send.js';

const ask =
  <Answer>(path: string) =>
  (projectId: string, query: Query, signal: AbortSignal): Promise<Answer> =>
    askJson(`/projects/${projectId}/${path}`, { query, signal });

export const getLeaderboard = ask<LeaderboardAnswer>('leaderboard');
export const getGrid = ask<GridAnswer>('leaderboard/grid');
export const getParameters = ask<ParametersAnswer>('parameters');
export const getSelection = ask<SelectionAnswer>('analysis/selection');
export const getOverfitting = ask<OverfittingAnswer>('analysis/overfitting');
export const getWalkForward = ask<WalkForwardAnswer>('analysis/walk-forward');
