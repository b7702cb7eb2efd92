import type { TextColumn } from '../../database/copy/copy-decoder.js';
import { type RiskFigures, riskedTrades } from './risked-trades.js';

function texts(...values: readonly string[]): TextColumn {
  const bytes = values.map((value) => Buffer.from(value));
  let end = 0;
  return { bytes: Buffer.concat(bytes), ends: Float64Array.from(bytes, ({ length }) => (end += length)) };
}

/** Trades with these exit times, clientIds and ids; the other columns tell them apart. */
function figures(rows: readonly (readonly [exitTime: number, clientId: string, id: string])[]): RiskFigures {
  const column = (from: number) => Float64Array.from(rows, (_, i) => from + i);
  return {
    count: rows.length,
    id: texts(...rows.map(([, , id]) => id)),
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
    const { count, id, direction, entryTime, entryPrice, stopLoss, plNet, asset } = riskedTrades(
      figures(rows),
    );
    const numbers = [direction, entryTime, entryPrice, stopLoss, plNet, asset].map((column) => [...column]);
    return { count, id, numbers };
  };

  it('stay as they are when they are in trade order', () => {
    expect(
      columnsOf([
        [1, 'a', 'first'],
        [2, 'b', 'second'],
        [2, 'c', 'third'],
      ]),
    ).toEqual({
      count: 3,
      id: ['first', 'second', 'third'],
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

  it('are brought into trade order, by their clientIds where their times are equal', () => {
    expect(
      columnsOf([
        [2, 'b', 'third'],
        [2, 'a', 'second'],
        [1, 'c', '1st'],
      ]),
    ).toEqual({
      count: 3,
      id: ['1st', 'second', 'third'],
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

  it('may be none', () => {
    expect(columnsOf([])).toEqual({ count: 0, id: [], numbers: [[], [], [], [], [], []] });
  });
});
