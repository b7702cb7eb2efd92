import fc from 'fast-check';
import { columnsOfP } from '../../../../test/support/study-columns.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { crossValidation, splitsOf } from './cross-validation.js';

const percent = (...columns: number[][]) =>
  columns.map((column) => Float64Array.from(column, (value) => value / 100));

const EIGHT_DAYS = percent(
  [3, 3, -2, -3, -3, 3, 2, 1],
  [0, -3, 1, -3, -2, -2, -3, 0],
  [3, 1, 1, -1, -3, 2, 2, 2],
  [-1, 3, 3, 4, 3, -2, 1, 3],
);

const rounded = (object: object) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, roundedDouble(value as number)]));

describe('cross-validation', () => {
  it('has the expected splits for eight days in four blocks', () => {
    const splits = splitsOf(EIGHT_DAYS, 4).map(({ inSample, outOfSample }) => [
      roundedDouble(inSample),
      roundedDouble(outOfSample),
    ]);
    expect(splits).toHaveLength(6);
    expect(splits.slice(0, 2)).toEqual([
      [1.01472214, 0.52900921],
      [0.5, -0.21004201],
    ]);
    expect(rounded(crossValidation(EIGHT_DAYS, 4))).toMatchObject({
      splits: 6,
      overfitted: 3,
      pbo: 0.5,
      probabilityOfLoss: 0.33333333,
      slope: -0.25217257,
    });
  });

  it('has the results of the worked example', () => {
    const { meanRanks, ...figures } = crossValidation(columnsOfP(), 10);
    expect(meanRanks.map((rank) => roundedDouble(rank))).toEqual([
      1.48412698, 6.71031746, 6.3452381, 5.92857143, 5.47222222, 5.95634921, 6.57142857, 6.22619048,
      5.55555556, 4.75,
    ]);
    expect(rounded(figures)).toEqual({
      splits: 252,
      overfitted: 13,
      pbo: roundedDouble(13 / 252),
      medianLogit: roundedDouble(Math.log(10)),
      probabilityOfLoss: roundedDouble(10 / 252),
      slope: -0.67605288,
    });
  });

  it('leaves out the first days if the days cannot be divided evenly into the blocks', () => {
    const longer = EIGHT_DAYS.map((column) => Float64Array.of(0.9, -0.9, 0.9, ...column));
    expect(crossValidation(longer, 4)).toEqual(crossValidation(EIGHT_DAYS, 4));
  });

  it('uses a ratio of 0 if all returns are equal, and chooses the first of several equally good winners', () => {
    const [up, down] = [0.1, -0.1];
    const equal = [
      [up, up, up, up],
      [up, up, up, up],
      [down, down, down, down],
    ].map((column) => Float64Array.from(column));
    const splits = splitsOf(equal, 4);
    expect(splits[0]).toEqual({ inSample: 0, outOfSample: 0, doubledRanks: Uint16Array.of(4, 4, 4) });
    expect(crossValidation(equal, 4)).toEqual({
      splits: 6,
      overfitted: 6,
      pbo: 1,
      medianLogit: 0,
      probabilityOfLoss: 0,
      slope: null,
      meanRanks: [2, 2, 2],
    });
  });

  it('has the mean rank out of sample for each rank in sample', () => {
    const value = fc.integer({ min: -50, max: 50 }).map((each) => each / 1000);
    const column = fc.array(value, { minLength: 8, maxLength: 8 }).map((each) => Float64Array.from(each));
    fc.assert(
      fc.property(fc.array(column, { minLength: 2, maxLength: 6 }), (columns) => {
        const halves = [0, 1, 2, 3].flatMap((a) => [1, 2, 3].flatMap((b) => (a < b ? [[a, b]] : [])));
        const sums = columns.map(() => 0);
        for (const half of halves) {
          const ratios = (isIn: boolean) =>
            columns.map((each) => ratioOf([...each].filter((_, day) => half.includes(day >> 1) === isIn)));
          const [inSample, outOfSample] = [ratios(true), ratios(false)];
          // The order of ratios that are equal but for rounding depends on how they are computed.
          fc.pre([inSample, outOfSample].every((of) => leastGap(of) > 1e-9));
          columns
            .map((_, session) => session)
            .sort((a, b) => inSample[b]! - inSample[a]!)
            .forEach((session, place) => {
              sums[place]! += 1 + outOfSample.filter((other) => other > outOfSample[session]!).length;
            });
        }
        const { meanRanks } = crossValidation(columns, 4);
        meanRanks.forEach((rank, place) => expect(rank).toBeCloseTo(sums[place]! / halves.length, 9));
      }),
    );
  });

  it('has one split for each choice of half of the blocks', () => {
    const columns = columnsOfP();
    expect([4, 6, 8, 12].map((blocks) => crossValidation(columns, blocks).splits)).toEqual([6, 20, 70, 924]);
  });

  it('uses ratios over the joined days of the blocks', () => {
    const value = fc.integer({ min: -50, max: 50 }).map((each) => each / 1000);
    const column = fc
      .array(value, { minLength: 13, maxLength: 13 })
      .map((values) => Float64Array.from(values));
    fc.assert(
      fc.property(fc.array(column, { minLength: 2, maxLength: 4 }), (columns) => {
        // The first split chooses the winner over the first two blocks. Each block has three days, and the day before
        // the first block is not used.
        const [first] = splitsOf(columns, 4);
        const inSample = columns.map((each) => ratioOf([...each].slice(1, 7)));
        const outOfSample = columns.map((each) => ratioOf([...each].slice(7)));
        expect(first!.inSample).toBeCloseTo(Math.max(...inSample), 9);
        const nearest = outOfSample.map((each) => Math.abs(each - first!.outOfSample));
        expect(Math.min(...nearest)).toBeLessThan(1e-9);
      }),
    );
  });
});

function ratioOf(values: readonly number[]): number {
  if (values.every((value) => value === values[0])) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return mean / Math.sqrt(squares / (values.length - 1));
}

function leastGap(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.min(...sorted.slice(1).map((value, i) => value - sorted[i]!));
}
