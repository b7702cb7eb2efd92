import { NumberColumn, decimalPlacesIn, plainDigits } from './number-column.js';

/** Reads the numbers of a column with the decimal mark that the column shows. */
function read(cells: readonly string[], others: '.' | ',' | null = null): (number | null)[] | 'undecided' {
  const column = new NumberColumn();
  for (const cell of cells) column.see(cell);
  const mark = column.decide(others);
  if (mark === null) return 'undecided';
  return cells.map((cell) => {
    const plain = plainDigits(cell, mark);
    return plain === null ? null : Number(plain);
  });
}

const check = (
  cells: readonly string[],
  expected: readonly (number | null)[] | 'undecided',
  others?: '.' | ',',
) =>
  it(`is read with its decimal mark: ${cells.join('  ')}${others ? ` beside a column with ${others}` : ''}`, () => {
    expect(read(cells, others)).toEqual(expected);
  });

describe('a column of numbers', () => {
  check(['1234.5', '7', '-0.25'], [1234.5, 7, -0.25]);
  check(['1,234.5', '12,345'], [1234.5, 12345]);
  check(['1.234,5', '12.345'], [1234.5, 12345]);
  check(['0,5', '1.234'], [0.5, 1234]);
  check(['1234,5'], [1234.5]);
  check(['1,234,567'], [1234567]);
  check(['1.234.567', '0,1'], [1234567, 0.1]);
  check(['4.255'], [4.255]);
  check(['4 182.78', '4\u00a0182.78', "4'182.78"], [4182.78, 4182.78, 4182.78]);
  check(['- 0.08', '−0.08', '+ 3', '$1.50', '-$1.50', '12.5 %'], [-0.08, -0.08, 3, 1.5, -1.5, 12.5]);
  check(['1e-07', '5.0E-5', '1e+21'], [1e-7, 5e-5, 1e21]);
  check(['.5', '5.'], [0.5, 5]);
  check(['12,34.5', '1 23', 'abc', '', '1.2.3', '--1', 'NaN', 'Infinity', '0x10'], Array(9).fill(null));

  check(['1,234'], 'undecided');
  check(['1.5', '1,5'], 'undecided');
  check(['1,234'], [1234], '.');
  check(['1,234'], [1.234], ',');
  check(['1.234'], [1234], ',');
});

describe('decimals of a printed number', () => {
  it.each([
    ['12', 0],
    ['12.50', 2],
    ['1e-7', 7],
    ['1.5e-7', 8],
    ['1.5e3', 0],
  ])('are counted: %s has %i', (text, decimals) => expect(decimalPlacesIn(text)).toBe(decimals));
});
