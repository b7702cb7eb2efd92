import type { CalendarMonthDto } from '../../../src/analysis/calendar/calendar.dto.js';
import { monthName } from '../dates.js';
import { plural, signed, signedPercent } from '../format.js';
import { HeatMap, type HeatRow } from './heat-map.js';

interface CalendarMapProps {
  readonly months: readonly CalendarMonthDto[];
  readonly currency: string;
  readonly decimals: number;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** A map of returns, months × years. */
export function CalendarMap({ months, currency, decimals }: CalendarMapProps) {
  const byMonth = new Map(months.map((month) => [month.month, month]));
  const years = [...new Set(months.map(({ month }) => month.slice(0, 4)))];
  const rowOf = (year: string): HeatRow => ({
    name: year,
    cells: MONTHS.map((number) =>
      monthCell(byMonth.get(`${year}-${String(number).padStart(2, '0')}`), currency, decimals),
    ),
  });
  return (
    <HeatMap
      name="Return of each month, percent"
      corner="%"
      columns={MONTHS.map(monthName)}
      rows={years.map(rowOf)}
    />
  );
}

function monthCell(month: CalendarMonthDto | undefined, currency: string, decimals: number) {
  if (!month) return { value: null, text: '' };
  const { plNet, returnPct, tradeCount } = month;
  return {
    value: returnPct,
    text: signed(returnPct, 1),
    title: `${month.month}: ${signed(plNet, decimals)} ${currency}, ${signedPercent(returnPct)}, ${plural(tradeCount, 'trade')}`,
  };
}
