import { criticalT, twoSidedPValue } from './student-t.js';

/**
 * Reference values. Each row has the degrees of freedom, the probabilities at |t| = 1e-9, 0.5, 2 and 9, and the |t|
 * that chance exceeds in 5 % of all cases. Computed with 30 digits (mpmath).
 */
const REFERENCE: [df: number, tiny: number, half: number, two: number, nine: number, critical: number][] = [
  [1, 0.9999999993633802, 0.7048327646991335, 0.2951672353008665, 0.07044657495455454, 12.706204736174705],
  [1.5, 0.99999999931853, 0.68056711066994, 0.22418833035605107, 0.027658755205530985, 6.0166631044279315],
  [2, 0.9999999992928932, 0.6666666666666666, 0.18350341907227397, 0.012121660092786868, 4.302652729749464],
  [3, 0.9999999992648948, 0.651447964848151, 0.1393259685588432, 0.002895812161864147, 3.1824463052837095],
  [5, 0.9999999992407866, 0.638298871640929, 0.10193947882985836, 0.00028267997424389707, 2.5705818356363155],
  [8.91905281, 0.9999999992241246, 0.629177927691402, 0.07684034698822788, 9.072801245561213e-6, 2.265290656786601],
  [10, 0.9999999992217832, 0.6278936057429729, 0.07338803477074037, 4.138049049682012e-6, 2.228138851986275],
  [30.5, 0.9999999992086276, 0.6206635239145257, 0.05447366359967989, 4.318712044897396e-10, 2.0408694451863205],
  [100, 0.9999999992041076, 0.6181735658308866, 0.04821217873113368, 1.5360770514750415e-14, 1.9839715185235522],
  [1000.25, 0.9999999992023149, 0.6171850533441624, 0.04577027895766899, 1.1124863284290599e-18, 1.962338486494193],
  [1e6, 0.9999999992021156, 0.6170751874723714, 0.045500533851319205, 2.26097303349286e-19, 1.959966356814107],
  [3999998, 0.9999999992021155, 0.6170751049570902, 0.04550033138510832, 2.2581253079968265e-19, 1.9599645776083348],
]; // prettier-ignore

const expectProbability = (actual: number, expected: number) => {
  expect(Math.abs(actual - expected)).toBeLessThan(1e-13);
  expect(Math.abs(actual / expected - 1)).toBeLessThan(1e-11);
};

describe("Student's t", () => {
  it.each(REFERENCE)('agrees with reference values for %d degrees of freedom', (df, ...values) => {
    const [tiny, half, two, nine, critical] = values;
    expectProbability(twoSidedPValue(1e-9, df), tiny);
    expectProbability(twoSidedPValue(0.5, df), half);
    expectProbability(twoSidedPValue(-2, df), two);
    expectProbability(twoSidedPValue(9, df), nine);
    expect(Math.abs(criticalT(df) / critical - 1)).toBeLessThan(1e-13);
  });

  it('has a p-value of 1 for t = 0, and of 0 for an extreme t', () => {
    expect(twoSidedPValue(0, 3)).toBe(1);
    expect(twoSidedPValue(1e200, 3)).toBe(0);
  });
});
