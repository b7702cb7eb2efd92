import { HeadRow } from '../../panels/head-row.js';
import { Scroll } from '../../charts/scroll.js';
import { FigureLabel } from '../../explainer.js';
import {
  amountDecimals,
  negative,
  percent,
  price,
  signedPercent,
  toneOfText,
  number,
  columnDecimals,
} from '../../format.js';
import type { SheetData } from '../../sheet-data.js';
import { Panel, Skeleton } from '../../panels/panel.js';

type Sizing = NonNullable<SheetData['sizing']>;

/** The results of the session if every trade risked the same share of the account. */
export default function SizingPanel({ data: { sizing, session } }: { readonly data: SheetData }) {
  const decimals = amountDecimals(session.initialBalance);
  const rows = sizing?.rows ?? [];
  const finals = columnDecimals(
    rows.map(({ finalEquity }) => finalEquity),
    decimals,
  );
  return (
    <Panel
      id="sizing"
      title="Position size"
      about={rows.length > 0 ? 'a fixed share of the account at risk' : ''}
    >
      {!sizing && <Skeleton height={180} />}
      {sizing && rows.length > 0 && (
        <>
          <Scroll name="Results by position size">
            <table>
              <HeadRow
                texts={['Risk a trade']}
                numbers={[
                  [`Final, ${session.accountCurrency}`, 'sizing.rows.finalEquity'],
                  'Net',
                  ['Deepest drawdown', 'sizing.rows.maxDrawdownPct'],
                  ['Growth a trade', 'sizing.rows.growthPct'],
                ]}
                place="sizing"
              />
              <tbody>
                {rows.map((row) => (
                  <tr key={row.fractionPct}>
                    <th scope="row">{price(row.fractionPct)} %</th>
                    <td class="num">{number(row.finalEquity, finals)}</td>
                    <td class={`num ${toneOfText(signedPercent(row.plNetPct), row.plNetPct)}`}>
                      {signedPercent(row.plNetPct)}
                    </td>
                    <td class="num">{percent(negative(row.maxDrawdownPct))}</td>
                    <td class="num">{signedPercent(row.growthPct, 3)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
          <p class="note">{optimumSentence(sizing)}</p>
        </>
      )}
    </Panel>
  );
}

function optimumSentence({ optimum }: Sizing) {
  const { fractionPct, low, high, reason } = optimum;
  if (fractionPct === null) return 'No trade lost, so no size is too large for these trades.';
  if (fractionPct === 0) return 'The trades lose on average, so no size makes the account grow.';
  return (
    <>
      One trade after another, the account grows fastest at{' '}
      <FigureLabel figure="sizing.optimum.fractionPct" place="sizing">
        {percent(fractionPct)}
      </FigureLabel>
      {low !== null && high !== null
        ? `, but the trades only show that this share lies between ${percent(low)} and ${percent(high)}.`
        : reason === null
          ? '. The trades do not bound this share.'
          : `. There are too few trades to bound this share.`}{' '}
      Larger sizes grow more slowly and fall deeper.
    </>
  );
}
