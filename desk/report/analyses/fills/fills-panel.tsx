import { FigureLabel, type ExplainedFigure } from '../../explainer.js';
import { amount, amountDecimals, count, plural } from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';

type Fills = NonNullable<SheetData['fills']>;

/** Fills that the candles rule out, and orders that would have been filled earlier. */
export default function FillsPanel({ data: { fills, session } }: { readonly data: SheetData }) {
  const decimals = amountDecimals(session.initialBalance);
  return (
    <Panel id="fills" title="Fills" about={fills ? 'prices and orders against the candles' : ''}>
      {!fills && <Skeleton height={160} />}
      {fills && (
        <>
          <p class="sentence">{verdict(fills)}</p>
          <table>
            <tbody>
              {rowsOf(fills, decimals, session.accountCurrency).map(({ label, figure, value }) => (
                <tr key={label}>
                  <th scope="row">
                    <FigureLabel figure={figure} place="fills">
                      {label}
                    </FigureLabel>
                  </th>
                  <td class="num">{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  );
}

function verdict({ summary: { fills, tradeCount, stopTouched } }: Fills): string {
  const of = `of ${plural(2 * tradeCount, 'fill')}`;
  const unknown = fills.unknown > 0 ? ` ${count(fills.unknown)} cannot be checked.` : '';
  if (fills.impossible > 0)
    return `${count(fills.impossible)} ${of} ${fills.impossible === 1 ? 'has a price' : 'have prices'} that the market did not trade at.${unknown}`;
  if (stopTouched.certain > 0)
    return `${plural(stopTouched.certain, 'trade')} stayed open although the price had reached the stop.${unknown}`;
  return `The candles rule out none ${of}.${unknown}`;
}

interface Row {
  readonly label: string;
  readonly figure: ExplainedFigure;
  readonly value: string;
}

function rowsOf({ summary }: Fills, decimals: number, currency: string): readonly Row[] {
  const { fills, overstated, noVolume, overVolume, gaps, stopTouched, targetTouched } = summary;
  return [
    { label: 'Possible prices', figure: 'fills.summary.fills.possible', value: count(fills.possible) },
    { label: 'Impossible prices', figure: 'fills.summary.fills.impossible', value: count(fills.impossible) },
    {
      label: `Overstated by impossible prices, ${currency}`,
      figure: 'fills.summary.overstated',
      value: amount(overstated, decimals),
    },
    { label: 'Without volume', figure: 'fills.summary.noVolume', value: count(noVolume) },
    { label: 'More than the volume', figure: 'fills.summary.overVolume', value: count(overVolume) },
    {
      label: 'Stop reached before the exit',
      figure: 'fills.summary.stopTouched.certain',
      value: certainAndPossible(stopTouched),
    },
    {
      label: 'Target passed before the exit',
      figure: 'fills.summary.targetTouched.certain',
      value: certainAndPossible(targetTouched),
    },
    {
      label: 'Stops filled better than a gap allows',
      figure: 'fills.summary.gaps.certain',
      value: certainAndPossible(gaps),
    },
  ];
}

const certainAndPossible = ({ certain, possible }: { certain: number; possible: number }): string =>
  possible > 0 ? `${count(certain)}, and ${count(possible)} possible` : count(certain);
