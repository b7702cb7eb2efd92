import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { columnsOfP } from '../../../../test/support/study-columns.js';
import { pathOrders } from '../path-orders.js';
import { roundedDouble } from '../../../shared/decimal/exact-decimal.js';
import { centredColumn, momentsOnPath } from './centred-column.js';
import { superiorAbility } from './superior-ability.js';

describe('tests for superior ability', () => {
  const { statistic, pValue, upper, steps } = superiorAbility(columnsOfP(), { paths: 1000, seed: 0 });
  const stepOf = (place: number) => steps.find((step) => step.place === place)!;

  it('have the results of the worked example', () => {
    expect([statistic, pValue, upper].map(roundedDouble)).toEqual([4.01611066, 0.000999, 0.000999]);
    expect(roundedDouble(stepOf(9).pValue)).toBe(0.000999);
    expect(roundedDouble(stepOf(0).pValue)).toBe(0.30869131);
    expect(roundedDouble(stepOf(3).pValue)).toBe(0.88711289);
  });

  it('list the sessions by descending statistic, with p-values that never decrease along the list', () => {
    expect(steps.map((step) => step.place).toSorted((a, b) => a - b)).toEqual([...steps.keys()]);
    for (const [rank, step] of steps.entries()) {
      if (rank === 0) continue;
      expect(step.statistic).toBeLessThanOrEqual(steps[rank - 1]!.statistic);
      expect(step.pValue).toBeGreaterThanOrEqual(steps[rank - 1]!.pValue);
    }
  });

  it('draw the days of a path in blocks', () => {
    const path = new Uint32Array(7);
    pathOrders('block', xoroshiro128plus(0), 60)(path);
    expect([...path]).toEqual([7, 8, 9, 10, 40, 41, 42]);
  });

  it('agree with the definition, which is applied to each path', () => {
    const columns = columnsOfP().map((column, place) =>
      column.map((value) => value - (place < 4 ? 0.02 : 0.004)),
    );
    const settings = { paths: 200, seed: 7 };
    const { steps: found, ...tests } = superiorAbility(columns, settings);
    const expected = byDefinition(columns, settings);
    expect(tests).toEqual({ ...tests, pValue: expected.pValue, upper: expected.upper });
    expect(tests.statistic).toBeCloseTo(expected.statistic, 9);
    expect(expected.upper).toBeGreaterThan(expected.pValue);
    expect(found.map(({ pValue: own }) => own)).toEqual(expected.steps);
  });

  it('have a statistic of 0, which every path reaches, if no session earns more than 0', () => {
    const losing = columnsOfP().map((column) => column.map((value) => -Math.abs(value) - 0.001));
    expect(superiorAbility(losing, { paths: 100, seed: 0 })).toMatchObject({
      statistic: 0,
      pValue: 1,
      upper: 1,
    });
  });
});

describe('moments on a path', () => {
  it('use the deviation of the session if all returns of the path are equal', () => {
    const column = centredColumn(Float64Array.of(0.1, 0.3, 0.1, 0.2));
    const result = { shift: 0, deviation: 0 };
    momentsOnPath(column, Float64Array.of(3, 0, 1, 0), result);
    expect(result.deviation).toBe(column.deviation);
    expect(result.shift).toBeCloseTo(-0.075, 12);
    momentsOnPath(column, Float64Array.of(2, 0, 1, 1), result);
    expect(result.deviation).toBeCloseTo(0.05, 12);
  });
});

/** Returns the results of the tests, computed by plain loops over the days of each path. */
function byDefinition(columns: readonly Float64Array[], { paths, seed }: { paths: number; seed: number }) {
  const days = columns[0]!.length;
  const momentsOf = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / days;
    return { mean, sd: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (days - 1)) };
  };
  const all = columns.map((column) => momentsOf([...column]));
  const t = all.map(({ mean, sd }) => (Math.sqrt(days) * mean) / sd);
  const statistic = Math.max(0, ...t);
  const order = [...t.keys()].toSorted((a, b) => t[b]! - t[a]!);
  const nextPath = pathOrders('block', xoroshiro128plus(seed), days);
  const path = new Uint32Array(days);
  let [hansen, white] = [0, 0];
  const reached = t.map(() => 0);
  for (let p = 0; p < paths; p++) {
    nextPath(path);
    const drawn = columns.map((column) => momentsOf(Array.from(path, (day) => column[day]!)));
    const distance = (place: number, g: number) =>
      (Math.sqrt(days) * (drawn[place]!.mean - g)) / drawn[place]!.sd;
    const centred = t.map((_, place) => distance(place, all[place]!.mean));
    const least = -Math.sqrt(2 * Math.log(Math.log(days)));
    const recentred = t.map((own, place) => distance(place, own >= least ? all[place]!.mean : 0));
    if (Math.max(0, ...recentred) >= statistic) hansen += 1;
    if (Math.max(0, ...centred) >= statistic) white += 1;
    for (const [rank, place] of order.entries())
      if (Math.max(...order.slice(rank).map((other) => centred[other]!)) >= t[place]!) reached[rank]! += 1;
  }
  const shareOf = (count: number) => (1 + count) / (1 + paths);
  const shares = reached.map(shareOf);
  return {
    statistic,
    pValue: shareOf(hansen),
    upper: shareOf(white),
    steps: shares.map((_, rank) => Math.max(...shares.slice(0, rank + 1))),
  };
}
