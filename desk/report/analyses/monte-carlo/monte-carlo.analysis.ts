import type { MonteCarloAnswer } from '../../../../src/review/analysis/monte-carlo/monte-carlo.dto.js';
import { pathMethod, pathSettings } from '../../../../src/review/desk/sheet/path-method.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData {
    readonly monteCarlo: MonteCarloAnswer;
  }
}

export const monteCarloAnalysis: Analysis = {
  requests: {
    monteCarlo: {
      turn: 14,
      words: 'random paths',
      path: 'monte-carlo',
      // The method of the paths depends on whether consecutive results depend on each other.
      query: ({ risk, chosenRiskPct }) =>
        risk
          ? {
              method: pathMethod(risk),
              ...(chosenRiskPct ? { basis: 'risk', riskPct: chosenRiskPct } : { basis: 'money' }),
            }
          : null,
      // The response for paths in money may suggest another basis, which fits the sizes of the trades better.
      read: async (ask, query) => {
        const answer = await ask<MonteCarloAnswer>(query);
        const settings = pathSettings(answer);
        return query['basis'] === 'risk' || settings.basis === 'money'
          ? answer
          : ask({ ...query, ...settings });
      },
    },
  },
  panel: {
    id: 'monte-carlo',
    title: 'Monte Carlo',
    nothing: ({ monteCarlo }) => (monteCarlo?.equityBands.length === 0 ? NO_TRADES : null),
    load: () => import('./monte-carlo-panel.js'),
  },
};
