import { accountDecimals, count, plural, price, signed } from '../../report/format.js';
import type { Account } from './money-question-form.js';
import { type SymbolProof, proofSums } from './proof-sums.js';

/** The profits in a file beside the profits that are stored, and unfolded, the same for each symbol. */
export function MoneyProof({ money, account }: { money: readonly SymbolProof[]; account: Account }) {
  const sums = proofSums(money);
  if (!sums) return null;
  const amount = (value: number | null) => signed(value, accountDecimals(account.initialBalance));
  const { isEqual } = sums;
  const [says, computes] = [amount(sums.fileTotal), amount(sums.total)];
  const isSame = says === computes;
  return (
    <details class="proof">
      <summary>
        File says {says} · we compute {computes}{' '}
        {isEqual ? (
          <span class="up">✓{!isSame && ' up to rounding'}</span>
        ) : (
          <span class="down">
            ≠ {!isSame && `difference ${amount(sums.total - sums.fileTotal)}, `}
            {agreement(sums)}
          </span>
        )}
      </summary>
      <ProofOfSymbols symbols={sums.symbols} account={account} />
    </details>
  );
}

/** The profits in a file beside the profits that are stored, for each symbol. */
export function ProofOfSymbols({ symbols, account }: { symbols: readonly SymbolProof[]; account: Account }) {
  const amount = (value: number | null) => signed(value, accountDecimals(account.initialBalance));
  return (
    <ul class="plain-list proof">
      {symbols.map((one) => (
        <li key={one.symbol}>
          {one.symbol}: column {one.column} is {one.meaning}, point value{' '}
          {one.pointValue === null ? 'by row' : price(one.pointValue)}, {agreement(one)}: file{' '}
          {amount(one.fileTotal)}, computed {amount(one.total)}, stored net {amount(one.net)}{' '}
          {account.accountCurrency}
        </li>
      ))}
    </ul>
  );
}

const agreement = ({ agree, rows }: Pick<SymbolProof, 'agree' | 'rows'>): string =>
  `${count(agree)} of ${plural(rows, 'row')} ${rows === 1 ? 'agrees' : 'agree'}`;
