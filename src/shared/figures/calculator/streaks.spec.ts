import { LOSS, BREAK_EVEN_LOSS, WIN, BREAK_EVEN_GAIN } from './outcomes.js';
import { streaksOf } from './streaks.js';

describe('streaks', () => {
  const slots: Record<string, number> = { W: WIN, L: LOSS, '-': BREAK_EVEN_LOSS, '+': BREAK_EVEN_GAIN };
  const check = (course: string, wins: [number, number | null], losses: [number, number | null]) => {
    const outcomes = Uint8Array.from(course, (letter) => slots[letter]!);
    expect(streaksOf(outcomes, WIN)).toMatchObject({ longest: wins[0], average: wins[1] });
    expect(streaksOf(outcomes, LOSS)).toMatchObject({ longest: losses[0], average: losses[1] });
  };

  it('consist of consecutive trades with the same outcome', () => {
    check('', [0, null], [0, null]);
    check('-+-', [0, null], [0, null]);
    check('W', [1, 1], [0, null]);
    check('WWW', [3, 3 / 1], [0, null]);
    check('LLL', [0, null], [3, 3 / 1]);
    check('WLWL', [1, 2 / 2], [1, 2 / 2]);
    check('WWLWLLLW', [2, 1.33333333], [3, 4 / 2]);
    check('WW-W', [2, 3 / 2], [0, null]); // a break-even ends a streak of wins
    check('LL-L', [0, null], [2, 3 / 2]); // a break-even ends a streak of losses
  });

  it('are counted for each outcome', () => {
    const runs = (course: string) =>
      streaksOf(
        Uint8Array.from(course, (letter) => slots[letter]!),
        WIN,
      ).runs;
    expect(['', 'L-', 'WWW', 'WW-WLW'].map(runs)).toEqual([0, 0, 1, 3]);
  });
});
