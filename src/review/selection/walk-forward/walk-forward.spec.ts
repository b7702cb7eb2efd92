import { type DayResult, figuresRowOf, resultsOfP } from '../../../../test/support/study-rows.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { type DayReturns, dayOf, dayReturnsOf } from '../day-returns.js';
import { significanceOf } from './joined-returns.js';
import { type MeasuredRun, walkForwardResults } from './walk-forward.js';
import { MAX_WINDOWS, type SampleRun, pairedWindows } from './windows.js';

const P9 = resultsOfP(9, 90);

function measured(results: readonly DayResult[]): MeasuredRun {
  const { dailyPlNet, firstDay, lastDay } = figuresRowOf(results);
  const plNet = results.reduce((sum, [, result]) => sum + result, 0);
  const returns = dayReturnsOf({
    initialBalance: 1000,
    dailyPlNet: dailyPlNet!,
    firstDay: dayOf(firstDay!),
    lastDay: dayOf(lastDay!),
  })!;
  return { plNet, returns, growth: (1000 + plNet) / 1000 };
}

const windowAt = (j: number) => ({
  in: measured(P9.slice(20 * j, 20 * j + 30)),
  out: measured(P9.slice(20 * j + 30, 20 * j + 50)),
});

describe('walk-forward results', () => {
  const three = [0, 1, 2].map(windowAt);

  it('have the values that the worked example shows', () => {
    const { combined, efficiency, ...counts } = walkForwardResults(three);
    expect(counts).toEqual({ paired: 3, won: 3, share: 1, interval: { low: 0.43850297, high: 1 } });
    expect(roundedDouble(efficiency)).toBe(1.33716042);
    expect(combined!.days).toBe(60);
    expect(roundedDouble(combined!.sharpe)).toBe(13.62043225);
    expect(combined!.curve.map(({ returnPct }) => roundedDouble(returnPct))).toEqual([
      15.6, 38.2576, 62.3144224,
    ]);
    expect(combined!.curve.map(({ day }) => day - dayOf('2024-01-01'))).toEqual([49, 69, 89]);
    expect(roundedDouble(combined!.returnPct)).toBe(62.3144224);
    expect(combined!.pValue).toBeLessThan(0.001);
  });

  it('have no combined result if windows share a day', () => {
    const { out } = three[0]!;
    const shifted = { ...out, returns: { ...out.returns, firstDay: out.returns.lastDay } };
    expect(walkForwardResults([three[0]!, { in: null, out: shifted }]).combined).toBeNull();
    const next = {
      ...out,
      returns: { ...out.returns, firstDay: out.returns.lastDay + 1, lastDay: out.returns.lastDay + 1 },
    };
    expect(walkForwardResults([three[0]!, { in: null, out: next }]).combined).not.toBeNull();
  });

  it('have no efficiency if no window has a partner or if the partners have no gain', () => {
    const unpaired = three.map(({ out }) => ({ in: null, out }));
    expect(walkForwardResults(unpaired)).toMatchObject({ paired: 0, efficiency: null, won: 3 });
    const losing = measured([
      [0, -5],
      [1, 2],
    ]);
    expect(walkForwardResults([{ in: losing, out: three[0]!.out }])).toMatchObject({
      paired: 1,
      efficiency: null,
    });
  });

  it('count a partner of several windows only once', () => {
    const partner = three[0]!.in;
    const [first, second] = [three[0]!.out, three[1]!.out];
    const both = walkForwardResults([
      { in: partner, out: first },
      { in: partner, out: second },
    ]).efficiency!;
    const alone = [first, second].map((out) => walkForwardResults([{ in: partner, out }]).efficiency!);
    expect(both).toBeCloseTo((alone[0]! + alone[1]!) / 2, 12);
  });

  it('do not count a window without a gain as won', () => {
    const flat = measured([
      [0, 0],
      [1, 0],
    ]);
    const { won, share, interval, combined } = walkForwardResults([{ in: null, out: flat }]);
    expect({ won, share, low: interval.low }).toEqual({ won: 0, share: 0, low: 0 });
    expect(combined).toMatchObject({ sharpe: null, pValue: null, returnPct: 0 });
  });

  it('have no p-value for fewer than 20 days with exits', () => {
    const of = (days: number) =>
      significanceOf({ values: Float64Array.from({ length: days }, (_, i) => i % 3), days: 40 });
    expect(of(19)).toMatchObject({ sharpe: expect.any(Number), pValue: null });
    expect(of(20).pValue).toEqual(expect.any(Number));
  });

  it('have no Sharpe ratio only if the returns of all days are equal, including days without exits', () => {
    const sharpe = (values: number[], days: number) =>
      significanceOf({ values: Float64Array.from(values), days }).sharpe;
    expect([sharpe([0.01, 0.01, 0.01], 3), sharpe([0, 0], 5), sharpe([], 5)]).toEqual([null, null, null]);
    expect([sharpe([0.01, 0.02, 0.01], 3), sharpe([0.01, 0.01], 5)]).toEqual([
      expect.any(Number),
      expect.any(Number),
    ]);
  });
});

const returns: DayReturns = { firstDay: 0, lastDay: 0, days: new Int32Array(0), values: new Float64Array(0) };

function run(
  sessionId: string,
  changes: Partial<SampleRun> = {},
): SampleRun & { readonly returns: DayReturns } {
  return {
    sessionId,
    trades: sessionId,
    createdAt: 0,
    sample: 'out',
    settings: '',
    firstEntry: 100,
    lastExit: 200,
    equityNotPositive: false,
    returns,
    ...changes,
  };
}

const pairs = (...rows: SampleRun[]) =>
  pairedWindows(rows).windows!.map((window) => [window.in?.sessionId ?? null, window.out.sessionId]);

describe('windows', () => {
  const before = { sample: 'in', firstEntry: 0, lastExit: 100 } as const;

  it('are sorted by their first entry, then by id', () => {
    expect(pairs(run('b'), run('c', { firstEntry: 50 }), run('a'))).toEqual([
      [null, 'c'],
      [null, 'a'],
      [null, 'b'],
    ]);
  });

  it('have as their partner the latest run in sample that ends before the window begins', () => {
    const ins = [
      run('late', { ...before, lastExit: 101 }),
      run('early', { ...before, lastExit: 99 }),
      run('old', { ...before, createdAt: 1 }),
      run('z', { ...before, createdAt: 2 }),
      run('a', { ...before, createdAt: 2 }),
    ];
    expect(pairs(...ins, run('out'))).toEqual([['z', 'out']]);
    expect(pairs(...ins.slice(0, 3), run('out'))).toEqual([['old', 'out']]);
    expect(pairs(ins[0]!, run('out'))).toEqual([[null, 'out']]);
  });

  it('have a partner with equal settings', () => {
    const partner = run('in', { ...before, settings: 'n=1' });
    const windows = [
      run('o1', { settings: 'n=1' }),
      run('o2', { settings: 'n=1' }),
      run('o3', { settings: 'n=2' }),
    ];
    expect(pairs(partner, ...windows)).toEqual([
      ['in', 'o1'],
      ['in', 'o2'],
      [null, 'o3'],
    ]);
  });

  it('are not paired if there are too many of them', () => {
    const outs = (count: number) => Array.from({ length: count }, (_, k) => run(`o${k}`));
    expect(pairedWindows(outs(MAX_WINDOWS)).windows).toHaveLength(MAX_WINDOWS);
    expect(pairedWindows(outs(MAX_WINDOWS + 1)).windows).toBeNull();
  });

  it('leave out runs that are duplicates or start a day without equity', () => {
    const { excluded, windows } = pairedWindows([
      run('c'),
      run('d', { trades: 'c' }),
      run('e', { equityNotPositive: true }),
      run('f', { ...before, trades: 'c' }),
      run('g', { ...before, trades: 'c' }),
    ]);
    expect(windows!.map((window) => [window.in?.sessionId, window.out.sessionId])).toEqual([['f', 'c']]);
    expect(Object.fromEntries(excluded)).toEqual({ duplicate: 2, 'equity-not-positive': 1 });
  });
});
