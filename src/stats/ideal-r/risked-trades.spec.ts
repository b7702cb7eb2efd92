import type { TextColumn } from '../../platform/database/copy/copied-columns.js';
import { type RiskFigures, riskedTrades } from './risked-trades.js';

function texts(...values: readonly string[]): TextColumn {
  const bytes = values.map((value) => Buffer.from(value));
  let end = 0;
  return { bytes: Buffer.concat(bytes), ends: Float64Array.from(bytes, ({ length }) => (end += length)) };
}

/** Trade ids that differ only in their last character. */
const [FIRST, SECOND, THIRD] = ['1', '2', '3'].map((end) => `0190a5e0-0000-7000-8000-00000000000${end}`) as [
  string,
  string,
  string,
];

/**
 * Returns trades with the given exit times, clientIds and ids. In each other column except the entry time, all values
 * are different.
 */
function figures(rows: readonly (readonly [exitTime: number, clientId: string, id: string])[]): RiskFigures {
  const column = (from: number) => Float64Array.from(rows, (_, i) => from + i);
  return {
    count: rows.length,
    id: { bytes: Buffer.from(rows.map(([, , id]) => id.replaceAll('-', '')).join(''), 'hex') },
    clientId: texts(...rows.map(([, clientId]) => clientId)),
    exitTime: Float64Array.from(rows, ([exitTime]) => exitTime),
    entryTime: new Float64Array(rows.length).fill(1),
    entryPrice: column(100),
    stopLoss: column(200),
    plNet: column(300),
    direction: column(400),
    asset: column(500),
  };
}

describe('trades with a risk', () => {
  const columnsOf = (rows: Parameters<typeof figures>[0]) => {
    const { count, idOf, direction, entryTime, entryPrice, stopLoss, plNet, asset } = riskedTrades(
      figures(rows),
    );
    const numbers = [direction, entryTime, entryPrice, stopLoss, plNet, asset].map((column) => [...column]);
    return { count, id: rows.map((_, trade) => idOf(trade)), numbers };
  };

  it('keep their order if they are already in trade order', () => {
    expect(
      columnsOf([
        [1, 'a', FIRST],
        [2, 'b', SECOND],
        [2, 'c', THIRD],
      ]),
    ).toEqual({
      count: 3,
      id: [FIRST, SECOND, THIRD],
      numbers: [
        [400, 401, 402],
        [1, 1, 1],
        [100, 101, 102],
        [200, 201, 202],
        [300, 301, 302],
        [500, 501, 502],
      ],
    });
  });

  it('are sorted by clientId if their entry and exit times are equal', () => {
    expect(
      columnsOf([
        [2, 'b', THIRD],
        [2, 'a', SECOND],
        [1, 'c', FIRST],
      ]),
    ).toEqual({
      count: 3,
      id: [FIRST, SECOND, THIRD],
      numbers: [
        [402, 401, 400],
        [1, 1, 1],
        [102, 101, 100],
        [202, 201, 200],
        [302, 301, 300],
        [502, 501, 500],
      ],
    });
  });

  it('have only empty columns if there are no trades', () => {
    expect(columnsOf([])).toEqual({ count: 0, id: [], numbers: [[], [], [], [], [], []] });
  });
});
