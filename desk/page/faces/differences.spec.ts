import { type Faced, differencesIn } from './differences.js';

const DAY = 86_400_000;

const faced = (id: string, session: object = {}, parameters: object = {}): Faced =>
  ({
    session: {
      id,
      name: 'Breakout',
      sourceFile: 'result.json',
      createdAt: 0,
      accountTimezone: 'UTC',
      timeframes: ['5m'],
      rangeStart: 0,
      rangeEnd: 9 * DAY,
      ...session,
    },
    trial: { parameters },
  }) as unknown as Faced;

const textsOf = (...entries: Faced[]) => Object.fromEntries(differencesIn(entries));

describe('what tells sessions with the same name apart', () => {
  it('is nothing for a session whose name no other session has', () => {
    expect(textsOf(faced('a'), faced('b', { name: 'Other' }, { rsi: 1 }))).toEqual({});
  });

  it('is parameters, timeframe and range, the most varied first, at most three', () => {
    const texts = textsOf(
      faced('a', {}, { x: 1, rsi: 1, same: true }),
      faced('b', { timeframes: ['1h'] }, { x: 1, rsi: 2, same: true }),
      faced('c', { timeframes: ['1h'], rangeEnd: 19 * DAY }, { x: 2, rsi: 3, same: true }),
    );
    expect(texts).toEqual({
      a: ['rsi 1', 'x 1', '5m'],
      b: ['rsi 2', 'x 1', '1h'],
      c: ['rsi 3', 'x 2', '1h'],
    });
  });

  it('compares only sessions with the same name, and shows a missing value', () => {
    expect(
      textsOf(faced('a', {}, { rsi: 1 }), faced('b'), faced('c', { name: 'Other' }, { rsi: 5 })),
    ).toEqual({ a: ['rsi 1'], b: ['rsi –'] });
    expect(textsOf(faced('a', { rangeEnd: null }), faced('b'))).toEqual({
      a: ['no range'],
      b: ['1 Jan – 10 Jan 1970'],
    });
  });

  it('is the time of creation if nothing else differs and there is no file', () => {
    const copy = { sourceFile: null };
    expect(textsOf(faced('a', copy), faced('b', { ...copy, createdAt: DAY }))).toEqual({
      a: ['created 1 Jan 1970, 00:00'],
      b: ['created 2 Jan 1970, 00:00'],
    });
    expect(textsOf(faced('a'), faced('b'))).toEqual({ a: [], b: [] });
  });
});
