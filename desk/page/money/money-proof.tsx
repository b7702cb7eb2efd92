import { accountDecimals, count, price, signed } from '../../report/format.js';
import { HeadRow } from '../../report/panels/head-row.js';
import type { Account } from './money-question-form.js';
import { type SymbolProof, proofSums } from './proof-sums.js';

/** The profits in a file beside the profits that are stored, and unfolded, the same for each symbol. */
export function MoneyProof({ money, account }: { money: readonly SymbolProof[]; account: Account }) {
  const sums = proofSums(money);
  if (!sums) return null;
  const { fileTotal, total, rows, agree, isEqual } = sums;
  const amount = (value: number | null) => signed(value, accountDecimals(account.initialBalance));
  const [says, computes] = [amount(fileTotal), amount(total)];
  const isSame = says === computes;
  return (
    <details class="proof">
      <summary>
        File says {says} · we compute {computes}{' '}
        {isEqual ? (
          <span class="up">✓{!isSame && ' up to rounding'}</span>
        ) : (
          <span class="down">
            ≠ {!isSame && `difference ${amount(total - fileTotal)}, `}
            {count(agree)} of {count(rows)} rows agree
          </span>
        )}
      </summary>
      <div class="scroll" tabIndex={0}>
        <table>
          <HeadRow
            texts={['Symbol', 'Column', 'Meaning']}
            numbers={[
              'Point value',
              'Rows',
              'Agree',
              `File says, ${account.accountCurrency}`,
              'We compute',
              'Net',
            ]}
          />
          <tbody>
            {sums.symbols.map((symbol) => (
              <tr key={symbol.symbol}>
                <th scope="row">{symbol.symbol}</th>
                <td>{symbol.column}</td>
                <td>{symbol.meaning}</td>
                <td class="num">{symbol.pointValue === null ? 'by row' : price(symbol.pointValue)}</td>
                <td class="num">{count(symbol.rows)}</td>
                <td class="num">{count(symbol.agree)}</td>
                <td class="num">{amount(symbol.fileTotal)}</td>
                <td class="num">{amount(symbol.total)}</td>
                <td class="num">{amount(symbol.net)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
