import { rowOfP, rowsOfP } from '../../../../test/support/study-rows.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import type { StudyRow } from '../../../../test/support/stored-study-rows.js';
import { JudgedTries } from './judge-tries.js';

const judgedOf = (rows: readonly Pick<StudyRow, 'ended' | 'figures'>[]) =>
  new JudgedTries({
    count: rows.length,
    hasEnded: (place) => rows[place]!.ended !== null,
    tradesOf: (place) => rows[place]!.figures?.hash ?? null,
    figuresOf: (place) => rows[place]!.figures,
  });

/** Judges the tries, with every figure rounded as in a response. */
async function judged(rows: readonly StudyRow[], level = 0.95) {
  const tries = judgedOf(rows);
  const { counted, known, bar } = tries;
  const { holm, bhy } = await tries.adjusted();
  return {
    counted,
    known,
    bar: roundedFields(bar),
    tries: rows.map((_, place) => {
      const { verdict, ...figures } = tries.judge(place, level);
      const shown: Record<string, unknown> = roundedFields({
        ...figures,
        holm: holm[place],
        bhy: bhy[place],
      });
      shown['duplicateOf'] = tries.duplicateOf(place);
      shown['verdict'] = verdict;
      return shown;
    }),
  };
}

const roundedFields = (object: object): Record<string, number | null> =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [
      name,
      roundedDouble(Number.isNaN(value as number | null) ? null : (value as number | null)),
    ]),
  );

const BAR_OF_P = { variance: 0.02614267, expectedMaximum: 1.5745983, sharpe: 0.25459202 };

describe('tries', () => {
  it('are compared with the bar that luck sets', async () => {
    const { counted, known, bar, tries } = await judged(rowsOfP());
    expect({ counted, known, bar }).toEqual({ counted: 10, known: 10, bar: BAR_OF_P });
    expect((bar['sharpe'] as number) * Math.sqrt(365)).toBeCloseTo(4.86397368, 6);
    expect(tries[9]).toEqual({
      duplicateOf: null,
      deflatedSharpe: 0.96883956,
      minTrackRecordDays: 46.94222063,
      minBacktestDays: 9.22315413,
      pValue: 0.00012495,
      bonferroni: 0.00124949,
      holm: 0.00124949,
      bhy: 0.00365972,
      verdict: 'above-the-bar',
    });
    expect(tries[0]).toEqual({
      duplicateOf: null,
      deflatedSharpe: 0.30406325,
      minTrackRecordDays: null,
      minBacktestDays: 70.86905275,
      pValue: 0.07783268,
      bonferroni: 0.77832676,
      holm: 0.70049409,
      bhy: 1,
      verdict: 'within-luck',
    });
  });

  it('are undecided if they are above the bar that luck sets but their deflated Sharpe ratio is below the level', async () => {
    const { tries } = await judged(rowsOfP(), 0.97);
    expect(tries[9]).toMatchObject({ deflatedSharpe: 0.96883956, verdict: 'undecided' });
  });

  it('count once if their trades are equal, even if one of them has ended', async () => {
    const rows = rowsOfP();
    rows[3] = { ...rows[3]!, ended: 'deleted', session: null };
    const { counted, bar, tries } = await judged([...rows, rowOfP(9, { sessionId: 'copy' })]);
    expect({ counted, bar }).toEqual({ counted: 10, bar: BAR_OF_P });
    expect(tries[9]!['duplicateOf']).toBeNull();
    expect(tries[10]).toMatchObject({
      duplicateOf: 9,
      deflatedSharpe: 0.96883956,
      pValue: 0.00012495,
      bonferroni: 0.00124949,
      holm: null,
      bhy: null,
      verdict: 'above-the-bar',
    });
  });

  it('with equal trades are represented by the first live row, or by the first row if no row is live', async () => {
    const figures = rowOfP(0).figures!;
    const of = (...rows: [ended: StudyRow['ended'], hash: string | null][]) => {
      const tries = judgedOf(rows.map(([ended, hash]) => ({ ended, figures: { ...figures, hash } })));
      return rows.map((_, place) => tries.duplicateOf(place));
    };
    expect(of(['deleted', 'a'], [null, 'a'], [null, 'a'])).toEqual([1, null, 1]);
    expect(of(['deleted', 'a'], ['moved', 'a'], [null, 'b'])).toEqual([null, 0, null]);
    expect(of([null, null], ['deleted', null])).toEqual([null, null]);
  });

  it('have no bar that luck sets if fewer than two of their Sharpe ratios are known', async () => {
    const [known, few, steady, ...others] = rowsOfP();
    const rows = [
      known!,
      { ...few!, figures: { ...few!.figures!, tradingDays: 19 } },
      { ...steady!, figures: { ...steady!.figures!, sharpePerDay: null } },
      { ...others[0]!, figures: null },
    ];
    const { counted, known: count, bar, tries } = await judged(rows);
    expect({ counted, known: count }).toEqual({ counted: 4, known: 1 });
    expect(bar).toEqual({ variance: null, expectedMaximum: 1.05212282, sharpe: null });
    expect(tries[0]).toMatchObject({
      deflatedSharpe: null,
      minTrackRecordDays: null,
      minBacktestDays: expect.any(Number),
      holm: 0.3113307,
      verdict: 'unknown',
    });
    for (const place of [1, 2, 3])
      expect(tries[place]).toMatchObject({ pValue: null, bonferroni: null, holm: null, verdict: 'unknown' });
  });

  it('have a known Sharpe ratio only if they have at least 20 days with exits', async () => {
    const row = rowOfP(0);
    const at = (tradingDays: number) =>
      judgedOf([{ ...row, figures: { ...row.figures!, tradingDays } }]).known;
    expect([at(19), at(20)]).toEqual([0, 1]);
  });

  it('have an unknown Sharpe ratio if the variance of the ratio is not above 0', async () => {
    const row = rowOfP(0);
    const of = (skewness: number) =>
      judgedOf([{ ...row, figures: { ...row.figures!, sharpePerDay: 1, kurtosis: 5, skewness } }]).known;
    expect([of(2), of(1.99)]).toEqual([0, 1]);
  });

  it('are compared with a bar of 0 if there is only one try', async () => {
    const { bar, tries } = await judged([rowOfP(9)]);
    expect(bar).toEqual({ variance: null, expectedMaximum: 0, sharpe: 0 });
    expect(tries[0]).toMatchObject({
      minBacktestDays: null,
      verdict: 'above-the-bar',
      bonferroni: 0.00012495,
    });
    expect(tries[0]!['deflatedSharpe']).toBeGreaterThan(0.999);
  });

  it('are an empty list with counts of 0 if there are no rows', async () => {
    expect(await judged([])).toMatchObject({ counted: 0, known: 0, tries: [] });
  });
});
