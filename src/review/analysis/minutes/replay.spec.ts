import { untilNewest } from './replay.js';

const MINUTE = 60_000;

describe('an analysis of a replay', () => {
  it('reads only bars that close at most a minute after the newest trade', () => {
    const spans = [
      { start: 0, end: 3 * MINUTE },
      { start: 5 * MINUTE, end: 9 * MINUTE },
    ];
    const endOf = (newest: number) => untilNewest(spans, newest).at(-1)?.end;
    expect(endOf(6 * MINUTE)).toBe(7 * MINUTE);
    expect(endOf(6 * MINUTE + 1)).toBe(7 * MINUTE);
    expect(endOf(7 * MINUTE - 1)).toBe(7 * MINUTE);
    expect(endOf(4 * MINUTE)).toBe(3 * MINUTE);
    expect(endOf(-Infinity)).toBeUndefined();
  });
});
