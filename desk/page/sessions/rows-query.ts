import type { Query } from '../../api/send.js';
import { isMoney } from '../selection/figure-text.js';
import type { RangeName } from './column-names.js';
import type { ListView } from './list-view.js';

/** The fields of sessions by which the list is sorted. The verdicts do not divide such an order. */
export const SESSION_SORTS = ['name', 'startedAt', 'createdAt', 'status', 'tags'] as const;

export const isSessionSort = (sort: string): boolean => (SESSION_SORTS as readonly string[]).includes(sort);

/** Returns whether sessions that can be judged come before the others. */
export const isJudgedFirst = ({ isMixed, sort }: ListView): boolean => !isMixed && !isSessionSort(sort);

/** Returns the parameters of a request for the rows of a view. */
export function rowsQuery(view: ListView): Query {
  const { ranges } = view;
  return {
    ...wholeQuery(view),
    fold: 'true',
    sort: view.sort,
    order: view.order,
    judged: isJudgedFirst(view) ? 'first' : undefined,
    currencies: isMoney(view.sort) && view.currency === '' ? 'apart' : undefined,
    search: view.search.trim() || undefined,
    status: view.status || undefined,
    tag: view.tag || undefined,
    accountCurrency: view.currency || undefined,
    startedFrom: ranges.started?.from || undefined,
    startedTo: ranges.started?.to || undefined,
    where: [view.where, ...rangeConditions(ranges)].filter(Boolean).join() || undefined,
  };
}

/** Returns the parameters of a request for all sessions of the study of a view, without filters. */
export const wholeQuery = ({ study }: ListView): Query => ({
  study: study || undefined,
  verdicts: 'each',
  all: 'true',
});

const FIGURES: Readonly<Record<Exclude<RangeName, 'started'>, string>> = {
  net: 'plNet',
  netPct: 'plNetPct',
  winRate: 'winrate',
  trades: 'tradeCount',
};

/** Returns the conditions for ranges. A bound that is not a number is left out. */
function rangeConditions(ranges: ListView['ranges']): string[] {
  return Object.entries(FIGURES).flatMap(([name, figure]) => {
    const { from = '', to = '' } = ranges[name as RangeName] ?? {};
    const bound = (operator: string, text: string) => {
      const value = Number(text) / (name === 'winRate' ? 100 : 1);
      return text.trim() === '' || !Number.isFinite(value) ? [] : [`${figure}${operator}${value}`];
    };
    return [...bound('>=', from), ...bound('<=', to)];
  });
}
