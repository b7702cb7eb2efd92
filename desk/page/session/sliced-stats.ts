import type { CalendarAnswer } from '../../../src/analysis/calendar/calendar.dto.js';
import type { SliceFiguresAnswer } from '../../../src/analysis/slice-figures/slice-figures.dto.js';
import type { Statistics } from '../../../src/stats/document/statistics.dto.js';
import { daySpan } from '../../report/dates.js';
import type { Session } from '../../api/sessions.js';
import { type Slice, isStretch } from '../router/slice.js';

type Point = Statistics['equityCurve'][number];

/**
 * Returns the statistics of a slice. The distribution and the ideal R stay those of all trades, because the API has no
 * others.
 * @param stats the statistics of all trades
 */
export const slicedStats = (
  stats: Statistics,
  { figures }: Pick<SliceFiguresAnswer, 'figures'>,
  equityCurve: readonly Point[],
): Statistics => {
  const { expectancyComponents, ...others } = figures;
  return {
    ...stats,
    ...defined(others),
    expectancyComponents: defined(expectancyComponents),
    equityCurve: [...equityCurve],
  };
};

type Defined<Fields> = { [Name in keyof Fields]: NonNullable<Fields[Name]> };

/** Returns the figures with 0 for those that are undefined, as the statistics have them. */
const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? 0])) as Defined<Fields>;

/**
 * Returns the equity of a slice at the ends of its days. For a slice of a span of time alone, returns the equity of all
 * trades, of which the slice is a stretch and which has a point for each exit.
 * @param stats the statistics of all trades
 * @param calendar the calendar of the slice
 */
export function slicedEquity(
  slice: Slice,
  { accountTimezone, initialBalance }: Pick<Session, 'accountTimezone' | 'initialBalance'>,
  stats: Pick<Statistics, 'equityCurve'>,
  calendar: Pick<CalendarAnswer, 'days'> | undefined,
): readonly Point[] {
  if (isStretch(slice)) return stats.equityCurve;
  const [first] = calendar?.days ?? [];
  if (!calendar || !first) return [];
  const { from = -Infinity, to = Infinity } = slice.span ?? {};
  const dayOf = (date: string) => daySpan(date, accountTimezone);
  return [
    { time: Math.max(from, dayOf(first.date).from), equity: initialBalance },
    ...calendar.days.map(({ date, equity }) => ({ time: Math.min(to, dayOf(date).to), equity })),
  ];
}
