import { isMissingAmong } from './use-candles.js';

describe('the note about missing candles', () => {
  const candles = [{ ts: 100 }, { ts: 200 }];

  it.each([
    ['is hidden if the stored bars begin within the window', [{ to: 100 }], candles, false],
    ['is shown if bars are missing between stored bars', [{ to: 100 }, { to: 180 }], candles, true],
    ['is hidden if no bar is stored, because another sentence then states this', [{ to: 300 }], [], false],
  ])('%s', (_, missing, candles, expected) => expect(isMissingAmong(missing, candles)).toBe(expected));
});
