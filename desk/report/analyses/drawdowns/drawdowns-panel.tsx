import { type HeadLabel, HeadRow } from '../../panels/head-row.js';
import { Scroll } from '../../charts/scroll.js';
import { day } from '../../dates.js';
import { amountDecimals, duration, percent, number, columnDecimals, toneOfText } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';

const columnsOf = (currency: string): readonly HeadLabel[] => [
  ['Depth', 'risk.drawdowns.periods.depthPct'],
  [`Depth, ${currency}`, 'risk.drawdowns.periods.depth'],
  ['Peak', 'risk.drawdowns.periods.peakTime'],
  ['Trough', 'risk.drawdowns.periods.troughTime'],
  ['Recovered', 'risk.drawdowns.periods.recoveredTime'],
  ['Lasted', 'risk.drawdowns.periods.durationMs'],
];

/** The ten deepest drawdowns with their dates. */
export default function DrawdownsPanel({ data: { risk, session } }: { readonly data: SheetData }) {
  const { accountTimezone: zone, accountCurrency: currency, initialBalance } = session;
  const periods = risk?.drawdowns.periods ?? [];
  const decimals = columnDecimals(
    periods.map(({ depth }) => depth),
    amountDecimals(initialBalance),
  );
  return (
    <Panel
      id="drawdowns"
      title="Deepest drawdowns"
      isWide
      about={periods.length > 0 ? `days of ${zone}` : ''}
    >
      {!risk && <Skeleton height={280} />}
      {periods.length > 0 && (
        <Scroll name="Deepest drawdowns">
          <table class="dense">
            <HeadRow texts={['#']} numbers={columnsOf(currency)} place="drawdowns" />
            <tbody>
              {periods.map((period, index) => (
                <tr key={period.peakTime}>
                  <th scope="row">{index + 1}</th>
                  <td class={`num ${toneOfText(percent(-period.depthPct), -period.depthPct)}`}>
                    {percent(-period.depthPct)}
                  </td>
                  <td class="num">{number(-period.depth, decimals)}</td>
                  <td class="num">{day(period.peakTime, zone)}</td>
                  <td class="num">{day(period.troughTime, zone)}</td>
                  <td class="num">
                    {period.recoveredTime === null ? 'not yet' : day(period.recoveredTime, zone)}
                  </td>
                  <td class="num">{duration(period.durationMs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}
