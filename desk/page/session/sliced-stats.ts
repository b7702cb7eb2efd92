import { intervalMs } from '../../../src/shared/market/intervals.js';
import type { CalendarAnswer } from '../../../src/review/analysis/calendar/calendar.dto.js';
import type { EquityAnswer } from '../../../src/review/analysis/equity/equity.dto.js';
import type { SliceFiguresAnswer } from '../../../src/review/analysis/slice-figures/slice-figures.dto.js';
import type { Statistics } from '../../../src/stats/document/statistics.dto.js';
import { daySpan } from '../../report/dates.js';
import type { Session } from '../../api/sessions.js';
import { type Slice, isStretch } from '../router/slice.js';

type Point = Statistics['equityCurve'][number];

/**
 * Returns the statistics of a slice. The distribution and the ideal R cover all trades, because the API returns them
 * only for all trades.
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

/** Returns the figures with 0 in place of null, because the statistics use 0 for undefined figures. */
const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value ?? 0])) as Defined<Fields>;

interface Curves {
  readonly calendar: Pick<CalendarAnswer, 'days'> | undefined;
  readonly marked: Pick<EquityAnswer, 'points' | 'interval' | 'barsPerPoint'> | undefined;
}

/**
 * Returns the realised equity of a slice at the end of each day, or at the end of each candle if there are more candles
 * than days. If the only filter is a span of time, returns the equity curve of the whole session instead: the curve of
 * such a slice is a section of the whole curve, which has a point for each exit.
 * @param stats the statistics of all trades
 * @param curves the responses for the slice
 */
export function slicedEquity(
  slice: Slice,
  { accountTimezone, initialBalance }: Pick<Session, 'accountTimezone' | 'initialBalance'>,
  stats: Pick<Statistics, 'equityCurve'>,
  { calendar, marked }: Curves,
): readonly Point[] {
  if (isStretch(slice)) return stats.equityCurve;
  if (!calendar) return [];
  const { from = -Infinity, to = Infinity } = slice.span ?? {};
  const spanOf = (date: string) => daySpan(date, accountTimezone);
  const [first] = calendar.days;
  if (!first) return [];
  const startedAt = (time: number) => ({ time, equity: initialBalance });
  const [firstCandle] = marked?.points ?? [];
  if (marked && firstCandle && marked.points.length > calendar.days.length)
    return [startedAt(firstCandle.time), ...realisedPoints(marked, to)];
  return [
    startedAt(Math.max(from, spanOf(first.date).from)),
    ...calendar.days.map(({ date, equity }) => ({ time: Math.min(to, spanOf(date).to), equity })),
  ];
}

/** Returns the realised equity at the end of each candle. */
const realisedPoints = (
  { points, interval, barsPerPoint }: NonNullable<Curves['marked']>,
  last: number,
): Point[] =>
  points.map(({ time, realised }) => ({
    time: Math.min(last, time + intervalMs(interval) * (barsPerPoint ?? 1)),
    equity: realised,
  }));
