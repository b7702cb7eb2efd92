import { figuresOf, joinFigures } from './trade-figures.js';

const aTrade = (clientId: string, fields: Readonly<Record<string, number | null>> = {}) => ({
  clientId,
  entryTime: 1,
  exitTime: 2,
  plGross: 3,
  plNet: 4,
  plPct: 5,
  feesPaid: 6,
  rMultiple: null,
  ...fields,
});

describe('joinFigures', () => {
  const trades = [aTrade('é', { plNet: 1 }), aTrade('b', { rMultiple: 2 }), aTrade('ccc'), aTrade('')];

  it.each([
    [
      'parts of any size',
      [
        [0, 1],
        [1, 1],
        [1, 3],
        [3, 4],
      ],
    ],
    ['one part', [[0, 4]]],
    ['an empty part', [[0, 0]]],
    ['no parts', []],
  ])('returns the same figures as for all trades together: %s', (_, parts) => {
    const joined = joinFigures(parts.map(([start, end]) => figuresOf(trades.slice(start, end))));
    const [last = [0, 0]] = parts.slice(-1);
    expect(joined).toEqual(figuresOf(trades.slice(0, last[1])));
  });

  it('ignores values beyond the count of the columns', () => {
    const figures = figuresOf(trades.slice(0, 2));
    const longer = { ...figures, plNet: Float64Array.of(...figures.plNet, 9, 9) };
    expect(joinFigures([longer, figuresOf(trades.slice(2))]).plNet).toEqual(figuresOf(trades).plNet);
  });
});
