import { bodyOf, requestFor, selectionOn } from '../../../../test/support/fake-studies.js';
import { resultsOfP, rowOfP, rowsOfP, studyRow } from '../../../../test/support/study-rows.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { StudyRow } from '../../../../test/support/stored-study-rows.js';
import type { OverfittingAnswer, OverfittingQuery } from './overfitting.dto.js';
import type { WalkForwardAnswer } from './walk-forward.dto.js';

const overfittingOf = (rows: StudyRow[], query: Partial<OverfittingQuery> = {}) =>
  bodyOf<OverfittingAnswer>(
    selectionOn(rows).overfitting.overfitting(requestFor({ blocks: 10, paths: 1000, seed: 0, ...query })),
  );

describe('the overfitting of a study', () => {
  it('has the results of the worked example', async () => {
    const { panel, cscv, spa, stepM, ...answer } = await overfittingOf(rowsOfP());
    expect(answer).toMatchObject({ study: null, state: 'ready', reason: null });
    expect(panel).toEqual({ sessions: 10, excluded: [], from: '2024-01-01', to: '2024-02-29', days: 60 });
    expect(cscv).toEqual({
      blocks: 10,
      splits: 252,
      overfitted: 13,
      pbo: roundedDouble(13 / 252),
      medianLogit: roundedDouble(Math.LN10),
      probabilityOfLoss: roundedDouble(10 / 252),
      slope: -0.67605288,
      meanRanks: [
        1.48412698, 6.71031746, 6.3452381, 5.92857143, 5.47222222, 5.95634921, 6.57142857, 6.22619048,
        5.55555556, 4.75,
      ],
    });
    expect(spa).toEqual({ paths: 1000, seed: 0, statistic: 4.01611066, pValue: 0.000999, upper: 0.000999 });
    expect(stepM[0]).toEqual({ sessionId: 'P9', statistic: 4.01611066, pValue: 0.000999 });
    expect(stepM.find(({ sessionId }) => sessionId === 'P0')!.pValue).toBe(0.30869131);
    expect(stepM.find(({ sessionId }) => sessionId === 'P3')!.pValue).toBe(0.88711289);
  });

  it('leaves out ended tries, duplicates, and sessions of other periods or of other time zones', async () => {
    const rows = [
      ...rowsOfP(),
      rowOfP(2, { sessionId: 'gone', ended: 'deleted', session: null }),
      rowOfP(9, { sessionId: 'copy' }),
      studyRow('ruined', [
        [0, -1000],
        [1, 5],
      ]),
      studyRow(
        'later',
        resultsOfP(1).map(([day, plNet]) => [day + 90, plNet + 1]),
      ),
    ];
    const zone = { ...rows[0]!.session!, accountTimezone: 'Asia/Tokyo' };
    rows.push(studyRow('abroad', resultsOfP(1, 59), { session: zone }));
    const { panel, stepM } = await overfittingOf(rows);
    expect(panel).toMatchObject({
      sessions: 10,
      excluded: [
        { reason: 'ended', count: 1 },
        { reason: 'duplicate', count: 1 },
        { reason: 'equity-not-positive', count: 1 },
        { reason: 'time-zone', count: 1 },
        { reason: 'other-period', count: 1 },
      ],
    });
    expect(stepM).toHaveLength(10);
  });

  it('requires 10 sessions and 60 days', async () => {
    expect(await overfittingOf(rowsOfP().slice(1))).toMatchObject({
      state: 'unavailable',
      reason: 'too-few-sessions',
      panel: { sessions: 9, days: 60 },
      cscv: null,
      spa: null,
      stepM: [],
    });
    const short = rowsOfP().map((row, k) => studyRow(row.sessionId, resultsOfP(k, 59)));
    expect(await overfittingOf(short)).toMatchObject({
      reason: 'too-few-days',
      panel: { sessions: 10, days: 59 },
    });
  });

  it('refuses more draws than the limit, and states the greatest possible number of paths', async () => {
    const days = 2_500;
    const rows = Array.from({ length: 100 }, (_, k) =>
      studyRow(`s${k}`, [
        [0, k + 1],
        [days - 1, 1],
      ]),
    );
    const most = 1e9 / days / rows.length;
    await expect(overfittingOf(rows, { paths: most + 1 })).rejects.toMatchObject({
      extras: {
        details: [
          { field: 'paths', message: `must not be greater than ${most} for 100 sessions over 2500 days` },
        ],
      },
    });
  });

  it('has no panel while figures are pending, or if there are no trades', async () => {
    expect(await overfittingOf([])).toMatchObject({ state: 'unavailable', reason: 'no-trades', panel: null });
    const pending = [rowOfP(0, { pending: true, figures: null })];
    expect(await overfittingOf(pending)).toMatchObject({ state: 'pending', reason: null, panel: null });
  });
});

describe('the walk-forward analysis of a study', () => {
  const P9 = resultsOfP(9, 90);
  const rows = [0, 1, 2].flatMap((j) => [
    studyRow(`in${j}`, P9.slice(20 * j, 20 * j + 30), { sample: 'in', parameters: { n: j } }),
    studyRow(`out${j}`, P9.slice(20 * j + 30, 20 * j + 50), { sample: 'out', parameters: { n: j } }),
  ]);
  const walkForwardOf = (of: StudyRow[]) =>
    bodyOf<WalkForwardAnswer>(selectionOn(of).walkForward.walkForward(requestFor({})));

  it('has the results of the worked example', async () => {
    const { windows, combined, ...answer } = await walkForwardOf(rows);
    expect(answer).toMatchObject({
      state: 'ready',
      reason: null,
      excluded: [],
      paired: 3,
      efficiency: 1.33716042,
      won: 3,
      share: 1,
      interval: { low: 0.43850297, high: 1 },
    });
    expect(windows.map((window) => [window.in, window.out])).toEqual(
      [0, 1, 2].map((j) => [`in${j}`, `out${j}`]),
    );
    expect(windows[0]!.outPlNet).toBe(156);
    expect(combined).toMatchObject({
      days: 60,
      sharpe: 13.62043225,
      returnPct: 62.3144224,
      curve: [
        { date: '2024-02-19', returnPct: 15.6 },
        { date: '2024-03-10', returnPct: 38.2576 },
        { date: '2024-03-30', returnPct: 62.3144224 },
      ],
    });
  });

  it('has no combined result if windows share a day', async () => {
    const twice = studyRow('again', P9.slice(49, 60), { sample: 'out' });
    expect(await walkForwardOf([...rows, twice])).toMatchObject({
      state: 'ready',
      reason: 'windows-overlap',
      paired: 3,
      combined: null,
    });
  });

  it('requires at least one and at most 200 windows', async () => {
    expect(await walkForwardOf([rows[0]!, rowOfP(1)])).toMatchObject({
      state: 'unavailable',
      reason: 'no-windows',
      excluded: [{ reason: 'no-sample', count: 1 }],
      windows: [],
      won: null,
    });
    const many = (count: number) =>
      Array.from({ length: count }, (_, k) =>
        studyRow(
          `w${k}`,
          [
            [2 * k, k + 1],
            [2 * k + 1, 1],
          ],
          { sample: 'out' },
        ),
      );
    expect(await walkForwardOf(many(200))).toMatchObject({ state: 'ready', won: 200 });
    expect(await walkForwardOf(many(201))).toMatchObject({
      state: 'unavailable',
      reason: 'too-many-windows',
    });
  });
});
