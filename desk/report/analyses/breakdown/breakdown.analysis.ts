import type { BreakdownAnswer } from '../../../../src/review/analysis/breakdown/breakdown.dto.js';
import type { GroupFigures } from '../../sheet-data.js';
import { NO_TRADES } from '../../panels/no-trades.js';
import type { Analysis } from '../analysis.js';

declare module '../../sheet-data.js' {
  interface AnalysisData extends Readonly<Record<BreakdownField, SheetBreakdown>> {}
}

export type BreakdownField = keyof typeof REQUESTS;

/** A breakdown with the figures that the sheet shows. */
export interface SheetBreakdown extends Pick<BreakdownAnswer, 'omittedGroups'> {
  readonly groups: readonly (Pick<
    BreakdownAnswer['groups'][number],
    'key' | 'tradeCount' | 'winrateInterval'
  > & {
    readonly figures: GroupFigures;
  })[];
}

const by = (by: string, words: string) =>
  ({ turn: 9, words, path: 'breakdown', query: () => ({ by }), hasThreshold: true }) as const;

const REQUESTS = {
  bySide: by('side', 'sides'),
  bySymbol: by('symbol', 'symbols'),
  byTag: by('tag', 'tags'),
  byDuration: by('duration', 'durations'),
  byWeekday: by('weekday', 'weekdays'),
  byHour: by('hour', 'hours'),
  byMonth: by('month', 'months'),
};

export const BREAKDOWN_FIELDS = Object.keys(REQUESTS) as readonly BreakdownField[];

export const breakdownAnalysis: Analysis = {
  requests: REQUESTS,
  panel: {
    id: 'breakdown',
    title: 'Breakdown',
    nothing: ({ bySide }) => (bySide?.groups.length === 0 ? NO_TRADES : null),
    load: () => import('./breakdown-panel.js'),
  },
};
