import type {
  CalendarMonthDto,
  CalendarYearDto,
} from '../../../src/review/analysis/calendar/calendar.dto.js';
import { monthName } from '../dates.js';
import { plural, signed, signedAmount, signedPercent, toneOfText } from '../format.js';
import { HeatMap, type HeatCell, type HeatRow } from './heat-map.js';

interface CalendarMapProps {
  /** Months with exits, ascending, at least one. */
  readonly months: readonly CalendarMonthDto[];
  readonly years: readonly CalendarYearDto[];
  readonly currency: string;
  readonly decimals: number;
  /** Called with the month that the user chooses, such as "2024-01". */
  readonly onMonth?: (month: string) => void;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/**
 * A map of monthly returns with a row for each year, and the return of the year beside its months. Only the months from
 * the first to the last month have cells.
 */
export function CalendarMap({ months, years, currency, decimals, onMonth }: CalendarMapProps) {
  const byMonth = new Map(months.map((month) => [month.month, month]));
  const byYear = new Map(years.map((year) => [year.year, year]));
  const [first, last] = [months[0]!.month, months.at(-1)!.month];
  const cellOf = (name: string): HeatCell => {
    if (name < first || name > last) return { value: null, text: '', isOutside: true };
    const month = byMonth.get(name);
    if (!month) return { value: 0, text: '–', title: `${name}: no trades` };
    return {
      ...resultCell(name, month, currency, decimals),
      ...(onMonth && { onPick: () => onMonth(name) }),
    };
  };
  const rowOf = (year: string): HeatRow => ({
    name: year,
    cells: [
      ...MONTHS.map((number) => cellOf(`${year}-${String(number).padStart(2, '0')}`)),
      yearCell(year, byYear.get(year), currency, decimals),
    ],
  });
  return (
    <HeatMap
      name="Return of each month and year, percent"
      corner="%"
      columns={[...MONTHS.map(monthName), 'Year']}
      rows={yearsFrom(first, last).map(rowOf)}
    />
  );
}

function yearsFrom(first: string, last: string): string[] {
  const [from, to] = [Number(first.slice(0, -'-01'.length)), Number(last.slice(0, -'-01'.length))];
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

type Result = Pick<CalendarMonthDto, 'plNet' | 'returnPct' | 'tradeCount'>;

const resultCell = (
  name: string,
  { plNet, returnPct, tradeCount }: Result,
  currency: string,
  decimals: number,
) => ({
  // A return that is written as zero has no colour.
  value: toneOfText(signed(returnPct, 1), returnPct) === 'flat' && returnPct !== null ? 0 : returnPct,
  text: signed(returnPct, 1),
  title: `${name}: ${signedAmount(plNet, decimals)} ${currency}, ${signedPercent(returnPct)}, ${plural(tradeCount, 'trade')}`,
});

/** The return of a year has no colour, because a colour would use the scale of the months. */
function yearCell(
  name: string,
  year: CalendarYearDto | undefined,
  currency: string,
  decimals: number,
): HeatCell {
  if (!year) return { value: null, text: '', isOutside: true };
  return { ...resultCell(name, year, currency, decimals), value: null, isTotal: true };
}
