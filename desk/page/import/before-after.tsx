import { HeadRow } from '../../report/panels/head-row.js';
import type { Figures } from '../../../src/shared/figures/figures.dto.js';
import { type Statistic, figureText, labelOf } from '../../report/figures.js';
import { amountDecimals, percent } from '../../report/format.js';
import type { Session } from '../../api/sessions.js';

type Row = readonly [label: string, write: (figures: Figures, decimals: number) => string];

const row = (name: Statistic, label = labelOf(name)): Row => [
  label,
  (figures, decimals) => figureText(figures, name, decimals),
];

const ROWS: readonly Row[] = [
  row('tradeCount'),
  row('plNet'),
  row('plNetPct'),
  ['Max drawdown', ({ maxDrawdownPct, tradeCount }) => percent(tradeCount > 0 ? -maxDrawdownPct : null)],
  row('netProfitFactor'),
  row('winrate'),
  row('expectancy'),
  row('avgRMultiple', 'Average R'),
];

/** The figures of the session before and after the import. */
export function BeforeAfter(props: { before: Figures; after: Figures; session: Session }) {
  const decimals = amountDecimals(props.session.initialBalance);
  return (
    <div class="scroll">
      <table class="before-after">
        <HeadRow texts={[`Figure, ${props.session.accountCurrency}`]} numbers={['Before', 'After']} />
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
