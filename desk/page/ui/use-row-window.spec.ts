import { rowWindow } from './use-row-window.js';

describe('the drawn rows of a table', () => {
  it('are the first rows while the page is scrolled to its top', () => {
    expect(rowWindow(-200, 800, 10_000, 30)).toEqual({ first: 0, last: 50, above: 0, below: 9_950 * 30 });
  });

  it('are the visible rows and a margin, while the height of the table stays constant', () => {
    for (const top of [0, 1_000, 7_777, 123_456, 299_000]) {
      const { first, last, above, below } = rowWindow(top, 800, 10_000, 30);
      expect(first * 30).toBeLessThanOrEqual(top);
      expect(last * 30).toBeGreaterThanOrEqual(Math.min(top + 800, 300_000));
      expect(last - first).toBeLessThanOrEqual(100);
      expect(above + (last - first) * 30 + below).toBe(300_000);
    }
  });

  it('are all rows of a short table', () => {
    expect(rowWindow(0, 800, 12, 30)).toEqual({ first: 0, last: 12, above: 0, below: 0 });
    expect(rowWindow(0, 800, 0, 30)).toEqual({ first: 0, last: 0, above: 0, below: 0 });
  });

  it('are the last rows if the table has become shorter than the scrolled distance', () => {
    expect(rowWindow(90_000, 800, 60, 30)).toMatchObject({ first: 50, last: 60 });
  });
});
