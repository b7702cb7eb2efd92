import { isMissingAmong } from './use-candles.js';

describe('the note about missing candles', () => {
  const candles = [{ ts: 100 }, { ts: 200 }];

  it.each([
    ['where what is stored begins within the window', [{ to: 100 }], candles, false],
    ['where bars are missing between', [{ to: 100 }, { to: 180 }], candles, true],
    ['where nothing is stored, which another sentence says', [{ to: 300 }], [], false],
  ])('%s', (_, missing, candles, expected) => expect(isMissingAmong(missing, candles)).toBe(expected));
});
