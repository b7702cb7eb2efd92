import { CalendarMap } from '../charts/calendar-map.js';
import { day } from '../dates.js';
import { accountDecimals, plural, signed } from '../format.js';
import type { SheetData } from '../sheet-data.js';
import { Empty, Panel, Skeleton } from './panel.js';

/** Returns of months and years, by days of the account's time zone. */
export function CalendarPanel({ data }: { readonly data: SheetData }) {
  const { calendar, session } = data;
  const decimals = accountDecimals(session.initialBalance);
  const about = calendar
    ? `% of the equity at the start of the month, ${plural(calendar.days.length, 'day')} with exits`
    : '';
  return (
    <Panel title="Calendar" span={12} about={about}>
      {!calendar && <Skeleton height={160} />}
      {calendar && calendar.months.length === 0 && <Empty>There are no trades yet.</Empty>}
      {calendar && calendar.months.length > 0 && (
        <CalendarMap months={calendar.months} currency={session.accountCurrency} decimals={decimals} />
      )}
      <Extremes data={data} />
    </Panel>
  );
}

function Extremes({ data: { risk, session } }: { readonly data: SheetData }) {
  const { bestDay, worstDay } = risk?.returns ?? {};
  if (!bestDay || !worstDay) return null;
  const decimals = accountDecimals(session.initialBalance);
  const written = ({ date, plNet }: typeof bestDay) =>
    `${day(Date.parse(date), 'UTC')} with ${signed(plNet, decimals)} ${session.accountCurrency}`;
  return (
    <p class="note">
      Best day {written(bestDay)}, worst day {written(worstDay)}; days of {session.accountTimezone}.
    </p>
  );
}
