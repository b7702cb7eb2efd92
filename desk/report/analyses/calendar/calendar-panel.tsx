import { CalendarMap } from '../../charts/calendar-map.js';
import { day } from '../../dates.js';
import { FigureLabel } from '../../explainer.js';
import { amountDecimals, plural, signedAmount } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import type { PanelProps } from '../analysis.js';
import { Panel, Skeleton } from '../../panels/panel.js';

/** The returns of months and years. A trade belongs to the day of its exit in the account's time zone. */
export default function CalendarPanel({ data, onMonth }: PanelProps) {
  const { calendar, session } = data;
  const decimals = amountDecimals(session.initialBalance);
  const about = calendar && calendar.months.length > 0 && (
    <>
      % of the equity at the start of the{' '}
      <FigureLabel figure="calendar.months.returnPct" place="calendar">
        month
      </FigureLabel>{' '}
      or{' '}
      <FigureLabel figure="calendar.years.returnPct" place="calendar">
        year
      </FigureLabel>
      , {plural(calendar.days.length, 'day')} with exits{onMonth && '; choose a month to see its trades'}
    </>
  );
  return (
    <Panel id="calendar" title="Calendar" about={about}>
      {!calendar && <Skeleton height={160} />}
      {calendar && calendar.months.length > 0 && (
        <CalendarMap
          months={calendar.months}
          years={calendar.years}
          currency={session.accountCurrency}
          decimals={decimals}
          {...(onMonth && { onMonth })}
        />
      )}
      <Extremes data={data} />
    </Panel>
  );
}

function Extremes({ data: { risk, session } }: { readonly data: SheetData }) {
  const { bestDay, worstDay } = risk?.returns ?? {};
  if (!bestDay || !worstDay) return null;
  const decimals = amountDecimals(session.initialBalance);
  const written = ({ date, plNet }: typeof bestDay) =>
    `${day(Date.parse(date), 'UTC')} with ${signedAmount(plNet, decimals)} ${session.accountCurrency}`;
  return (
    <p class="note">
      <FigureLabel figure="risk.returns.bestDay.plNet" place="calendar">
        Best day
      </FigureLabel>{' '}
      {written(bestDay)},{' '}
      <FigureLabel figure="risk.returns.worstDay.plNet" place="calendar">
        worst day
      </FigureLabel>{' '}
      {written(worstDay)}; days of {session.accountTimezone}.
    </p>
  );
}
