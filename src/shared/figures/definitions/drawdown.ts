import type { StatisticDefinition } from './figure-definition.js';

/** Definitions of the falls of the equity curve. */
export const DRAWDOWN = {
  maxDrawdown: {
    label: 'Maximum drawdown',
    form: 'amount',
    definition:
      'Greatest fall of the equity below its highest point so far, the start included; 0 when it never falls',
    formula: '{peak of the greatest fall} − {its trough}',
    unit: 'account currency',
    counted: 'all',
    undefinedWhen: null,
    example: 100,
  },
  maxDrawdownPct: {
    label: 'Maximum drawdown, % of the peak',
    form: 'percent',
    definition:
      'Greatest fall in percent of its peak, which may be another fall than that of maxDrawdown; above 100 the equity is negative',
    formula:
      '({peak of the greatest fall in percent} − {its trough in percent}) / {peak of the greatest fall in percent} · 100',
    unit: 'percent',
    counted: 'all',
    undefinedWhen: null,
    example: 0.97,
  },
} as const satisfies Record<string, StatisticDefinition>;
