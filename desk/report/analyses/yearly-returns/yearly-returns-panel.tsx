import { Bars } from '../../charts/bars.js';
import { Sized } from '../../charts/sized.js';
import { shortPercent, signedPercent } from '../../format.js';
import { Panel } from '../../panels/panel.js';
import { WHOLE } from '../../panels/widths.js';
import type { SheetData } from '../../sheet-data.js';

const HEIGHT = 180;

/** The return of each year as a bar. */
export default function YearlyReturnsPanel({ data: { calendar } }: { readonly data: SheetData }) {
  return (
    <Panel id="yearly-returns" title="Returns by year" about="% of the equity at the start of the year">
      <Sized width={WHOLE}>
        {(width) => (
          <Bars
            name="Return of each year, percent"
            bars={(calendar?.years ?? []).map(({ year, returnPct, tradeCount }) => ({
              label: year,
              value: returnPct,
              n: tradeCount,
            }))}
            label="Return, %"
            write={(value) => signedPercent(value)}
            writeAxis={shortPercent}
            width={width}
            height={HEIGHT}
          />
        )}
      </Sized>
    </Panel>
  );
}
