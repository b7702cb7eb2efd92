import { useState } from 'preact/hooks';
import { plural } from '../../report/format.js';
import { ChoiceField, TextField } from '../ui/form.js';
import type { CandleFiles } from './candle-files.js';

const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone')];

const DATE_ORDERS = [
  ['', 'Choose'],
  ['dmy', 'Day, month, year'],
  ['mdy', 'Month, day, year'],
] as const;

/** The question about the time zone and the order of dates, if files lack them. One answer is for all files. */
export function TimeQuestion({ candles }: { candles: CandleFiles }) {
  const [times, setTimes] = useState(candles.times);
  const refused = candles.files.filter(({ phase }) => phase === 'refused');
  const asks = (name: 'timezone' | 'dateOrder') =>
    refused.find(({ problem }) => problem?.details.some(({ field }) => field === name))?.problem ?? null;
  const [timezone, dateOrder] = [asks('timezone'), asks('dateOrder')];
  if (!timezone && !dateOrder) return null;
  return (
    <form
      class="drop-fields"
      onSubmit={(event) => {
        event.preventDefault();
        candles.setTimes(times);
      }}
    >
      <p>
        {plural(refused.length, 'file does', 'files do')} not say everything. The answer is for all files.
      </p>
      <div class="triple">
        {timezone && (
          <TextField
            label="Time zone of the times"
            name="timezone"
            hint="Of the chart or the server, such as Europe/Berlin."
            value={times.timezone ?? ''}
            change={(zone) => setTimes({ ...times, timezone: zone.trim() })}
            suggestions={ZONES}
            isRequired
          />
        )}
        {dateOrder && (
          <ChoiceField
            label="Order of dates"
            name="dateOrder"
            value={times.dateOrder ?? ''}
            change={(order) => setTimes({ ...times, dateOrder: order })}
            options={DATE_ORDERS}
          />
        )}
      </div>
      <button type="submit" class="primary">
        Read again
      </button>
    </form>
  );
}
