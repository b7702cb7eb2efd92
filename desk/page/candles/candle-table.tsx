import { HeadRow } from '../../report/panels/head-row.js';
import { useState } from 'preact/hooks';
import type { CandleDto } from '../../../src/candles/candles.dto.js';
import { stamp } from '../../report/dates.js';
import { price } from '../../report/format.js';

const MAX_ROWS = 200;

/** The bars as text. The table is built only when the user opens it. */
export function CandleTable({ bars, timezone }: { bars: readonly CandleDto[]; timezone: string }) {
  const [isOpen, setOpen] = useState(false);
  if (bars.length === 0) return null;
  return (
    <details class="as-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>As a table</summary>
      {isOpen && (
        <div class="scroll" tabIndex={0} role="region" aria-label="Candles as a table">
          <table>
            <HeadRow texts={[`Time (${timezone})`]} numbers={['Open', 'High', 'Low', 'Close']} />
            <tbody>
              {bars.slice(0, MAX_ROWS).map(({ ts, open, high, low, close }) => (
                <tr key={ts}>
                  <th scope="row">{stamp(ts, timezone)}</th>
                  <td class="num">{price(open)}</td>
                  <td class="num">{price(high)}</td>
                  <td class="num">{price(low)}</td>
                  <td class="num">{price(close)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {bars.length > MAX_ROWS && (
            <p class="note">
              The first {MAX_ROWS} of {bars.length} candles.
            </p>
          )}
        </div>
      )}
    </details>
  );
}
