import { renderToString } from 'preact-render-to-string';
import { MoneyProof } from './money-proof.js';
import type { SymbolProof } from './proof-sums.js';

const proof = (fields: Partial<SymbolProof> = {}): SymbolProof => ({
  symbol: 'ES',
  column: 'P/L',
  meaning: 'net',
  model: 'point-value',
  pointValue: 50,
  rows: 3,
  agree: 3,
  fileTotal: 543.5,
  total: 543.5,
  net: 543.5,
  ...fields,
});
const none = proof({ symbol: 'NQ', meaning: 'none', column: null, fileTotal: null, agree: 0 });
const account = { initialBalance: 10_000, accountCurrency: 'USD' };
const texts = (tag: string, ...money: readonly SymbolProof[]) => {
  const html = renderToString(<MoneyProof money={money} account={account} />);
  return Array.from(html.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'g')), ([, text]) =>
    text.replace(/<[^>]+>/g, ''),
  );
};

describe('the proof of the money of a file', () => {
  it.each([
    ['equal sums', [proof()], 'File says +543.50 · we compute +543.50 ✓'],
    [
      'several symbols, of which one has no profits',
      [proof(), proof({ symbol: 'NQ', fileTotal: -43.5, total: -43.5 }), none],
      'File says +500.00 · we compute +500.00 ✓',
    ],
    [
      'profits that the file rounds',
      [proof({ fileTotal: 543.53, total: 543.5049 })],
      'File says +543.53 · we compute +543.50 ✓ up to rounding',
    ],
    [
      'rows that differ',
      [proof({ agree: 2, total: 540.5 })],
      'File says +543.50 · we compute +540.50 ≠ difference −3.00, 2 of 3 rows agree',
    ],
    [
      'a row without a profit',
      [proof({ agree: 2 })],
      'File says +543.50 · we compute +543.50 ≠ 2 of 3 rows agree',
    ],
    [
      'sums that differ by more than rounding',
      [proof({ total: 500 })],
      'File says +543.50 · we compute +500.00 ≠ difference −43.50, 3 of 3 rows agree',
    ],
  ])('has the sums and their sign: %s', (_, money, expected) => {
    expect(texts('summary', ...money)).toEqual([expected]);
  });

  it('has a line for each symbol', () => {
    const byRow = proof({ symbol: 'NQ', meaning: 'gross', pointValue: null, rows: 1, agree: 1, net: 540 });
    expect(texts('li', proof(), byRow, none)).toEqual([
      'ES: column P/L is net, point value 50, 3 of 3 rows agree: file +543.50, computed +543.50, stored net +543.50 USD',
      'NQ: column P/L is gross, point value by row, 1 of 1 row agrees: file +543.50, computed +543.50, stored net +540.00 USD',
    ]);
  });

  it('does not exist if no profits were read', () => {
    expect(texts('summary', none)).toEqual([]);
    expect(texts('summary')).toEqual([]);
  });
});
