import type { Figures } from '../../../src/shared/figures/figures.dto.js';
import {
  count,
  accountDecimals,
  multipleOfRisk,
  number,
  percent,
  share,
  signed,
  signedPercent,
} from '../../report/format.js';
import type { Session } from '../../api/sessions.js';

type Row = readonly [label: string, write: (figures: Figures, decimals: number) => string];

const ROWS: readonly Row[] = [
  ['Trades', ({ tradeCount }) => count(tradeCount)],
  ['Net', ({ plNet, tradeCount }, decimals) => signed(tradeCount > 0 ? plNet : null, decimals)],
  ['Return', ({ plNetPct, tradeCount }) => signedPercent(tradeCount > 0 ? plNetPct : null)],
  ['Max drawdown', ({ maxDrawdownPct, tradeCount }) => percent(tradeCount > 0 ? -maxDrawdownPct : null)],
  ['Profit factor, net', ({ netProfitFactor }) => number(netProfitFactor)],
  ['Win rate', ({ winrate }) => share(winrate)],
  ['Expectancy', ({ expectancy }, decimals) => signed(expectancy, decimals)],
  ['Average R', ({ avgRMultiple }) => multipleOfRisk(avgRMultiple)],
];

/** The figures of the session before and after the import. */
export function BeforeAfter(props: { before: Figures; after: Figures; session: Session }) {
  const decimals = accountDecimals(props.session.initialBalance);
  return (
    <div class="scroll">
      <table class="before-after">
        <thead>
          <tr>
            <th scope="col">Figure, {props.session.accountCurrency}</th>
            <th scope="col" class="num">
              Before
            </th>
            <th scope="col" class="num">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([label, write]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td class="num">{write(props.before, decimals)}</td>
              <td class="num">{write(props.after, decimals)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
