import { givenColumns } from '../../../../test/support/recorded-columns.js';
import type { WindowSettings } from '../tasks/candle-settings.js';
import { candleWindows } from './candle-windows.js';

const MINUTE = 60_000;
const T = Date.UTC(2024, 0, 10, 0, 1);

const at = (entry: number, exit: number, symbol = 'A') => ({
  symbol,
  side: 'long' as const,
  entryPrice: 100,
  entryTime: T + entry * MINUTE,
  exitPrice: 101,
  exitTime: T + exit * MINUTE,
  stopLoss: 95,
});

const windowsOf = (trades: readonly ReturnType<typeof at>[], settings: WindowSettings) =>
  candleWindows(givenColumns(trades, { symbols: ['A', 'B'] }), settings);

const minutesOf = (settings: WindowSettings, trades = [at(0, 7), at(2, 12)]) =>
  windowsOf(trades, settings).markets.map(({ spans }) =>
    spans.map(({ start, end }) => [(start - T) / MINUTE, (end - T) / MINUTE]),
  );

describe('the minutes of an analysis', () => {
  it('include the bars in which entries and exits may lie', () => {
    // All times are whole minutes, so their resolution is a minute.
    expect(minutesOf({ of: 'excursions', isReplay: false })).toEqual([[[0, 13]]]);
    expect(minutesOf({ of: 'fills', isReplay: false })).toEqual([[[-1, 13]]]);
    expect(minutesOf({ of: 'equity', isReplay: false })).toEqual([[[0, 13]]]);
    expect(minutesOf({ of: 'exits', horizonMs: 20 * MINUTE, isReplay: false })).toEqual([[[0, 22]]]);
    const exits = { of: 'exits', horizonMs: 5 * MINUTE, isReplay: false } as const;
    expect(minutesOf(exits)).toEqual([[[0, 8], [12, 13]]]); // prettier-ignore
    expect(minutesOf({ ...exits, hasAutoTargets: true })).toEqual([[[0, 13]]]);
    const timing = { of: 'timing', horizonMs: 5 * MINUTE, maxMinutes: 100, isReplay: false } as const;
    expect(minutesOf(timing)).toEqual([[[0, 19]]]);
  });

  it('include the whole session for the timing of a slice, and the fills in markets outside the slice', () => {
    const settings = { of: 'timing', horizonMs: 0, maxMinutes: 100, isReplay: false } as const;
    const whole = givenColumns([at(0, 7), at(2, 12, 'B')], { symbols: ['A', 'B'] });
    const slice = givenColumns([at(0, 7)], { symbols: ['A', 'B'] });
    const { markets } = candleWindows(slice, settings, whole);
    expect(
      markets.map(({ asset, spans }) => [
        asset,
        spans.map(({ start, end }) => [(start - T) / MINUTE, (end - T) / MINUTE]),
      ]),
    ).toEqual([
      [0, [[0, 14]]],
      [
        1,
        [
          [2, 3],
          [12, 13],
        ],
      ],
    ]);
    const hasTooMany = (maxMinutes: number) =>
      candleWindows(slice, { ...settings, maxMinutes }, whole).hasTooManyMinutes;
    expect([hasTooMany(13), hasTooMany(12)]).toEqual([false, true]);
  });

  it('end with the newest trade if the session is a replay', () => {
    expect(minutesOf({ of: 'excursions', isReplay: true })).toEqual([[[0, 13]]]);
    expect(minutesOf({ of: 'exits', horizonMs: 20 * MINUTE, isReplay: true })).toEqual([[[0, 13]]]);
    const shown = (minute: number) =>
      minutesOf({ of: 'exits', horizonMs: 20 * MINUTE, isReplay: true, furthest: T + minute * MINUTE });
    expect([shown(5), shown(16), shown(100)]).toEqual([[[[0, 13]]], [[[0, 16]]], [[[0, 22]]]]);
  });

  it('are too many if the sum over all markets exceeds the limit', () => {
    const hasTooMany = (maxMinutes: number) =>
      windowsOf([at(0, 7), at(2, 12, 'B')], { of: 'timing', horizonMs: 0, maxMinutes, isReplay: false })
        .hasTooManyMinutes;
    expect([hasTooMany(26), hasTooMany(25)]).toEqual([false, true]);
  });
});
