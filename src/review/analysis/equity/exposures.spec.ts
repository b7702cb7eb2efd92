import { START, trade } from '../../../../test/support/documented-trades.js';
import { type GivenTrade, givenColumns } from '../../../../test/support/recorded-columns.js';
import { EXACT_STAMPS } from '../minutes/stamp-resolution.js';
import { ExposureFinder } from './exposures.js';
import { openTrades, openWithin } from './open-trades.js';

const MINUTE = 60_000;

/** Returns the exposures of trades in parts of the timeline, which one finder finds one after another. */
function exposuresIn(trades: readonly GivenTrade[], partMinutes: number, parts: number) {
  const columns = givenColumns(trades);
  const places = Uint32Array.from({ length: columns.count }, (_, place) => place);
  const market = openTrades(columns, places, EXACT_STAMPS);
  const finder = new ExposureFinder(partMinutes);
  return Array.from({ length: parts }, (_, place) => {
    const start = START + place * partMinutes * MINUTE;
    const part = { start, end: start + partMinutes * MINUTE };
    return finder.within(market, openWithin(market, part), part);
  });
}

describe('the exposure of a market', () => {
  it('changes with each entry and each exit, and ends when no trade is open', () => {
    const trades = [trade('long', [100, 60], [104, 180]), trade('short', [110, 120], [104, 240], { qty: 3 })];
    expect(exposuresIn(trades, 6, 1)).toEqual([
      [
        { from: 1, to: 2, size: 1, cost: 100, before: null },
        { from: 2, to: 3, size: -2, cost: -230, before: { size: 1, cost: 100 } },
        { from: 3, to: 4, size: -3, cost: -330, before: { size: -3, cost: -330 } },
      ],
    ]);
  });

  it('is the same in each part in which the same trades are open', () => {
    const trades = [trade('long', [100, 0], [104, 360])];
    const whole = { from: 0, to: 2, size: 1, cost: 100, before: { size: 1, cost: 100 } };
    expect(exposuresIn(trades, 2, 4)).toEqual([[{ ...whole, before: null }], [whole], [whole], []]);
  });

  it('starts again from 0 after a time without an open trade', () => {
    // 0.1 + 0.2 - 0.1 - 0.2 is not 0 in doubles.
    const trades = [
      trade('long', [1, 0], [1, 120], { qty: 0.1 }),
      trade('long', [1, 60], [1, 180], { qty: 0.2 }),
      trade('long', [1, 240], [1, 300], { qty: 0.3 }),
    ];
    expect(exposuresIn(trades, 6, 1)[0]!.at(-1)).toEqual({
      from: 4,
      to: 5,
      size: 0.3,
      cost: 0.3,
      before: null,
    });
  });

  it('continues if a trade is entered when another one is closed', () => {
    const trades = [trade('long', [100, 0], [104, 120]), trade('long', [100, 120], [104, 240])];
    expect(exposuresIn(trades, 6, 1)).toEqual([
      [
        { from: 0, to: 2, size: 1, cost: 100, before: null },
        { from: 2, to: 4, size: 1, cost: 100, before: null },
      ],
    ]);
  });

  it('counts a trade as entered earlier if it may have been entered within the minute before', () => {
    const trades = [trade('long', [100, 30], [104, 120]), trade('long', [100, 60], [104, 120])];
    expect(exposuresIn(trades, 6, 1)).toEqual([
      [{ from: 1, to: 2, size: 2, cost: 200, before: { size: 1, cost: 100 } }],
    ]);
  });
});
