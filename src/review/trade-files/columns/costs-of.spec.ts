import { costsOfGross, costsOfNet } from './costs-of.js';

const fees = (feesPaid: number) => ({ feesPaid, spreadPaid: 0, slippagePaid: 0 });

describe('the costs of a net profit', () => {
  it.each([
    ['equal to the gross profit', 10, 0, null],
    ['half a cent less than the gross profit', 9.995, 0, null],
    ['more than half a cent less than the gross profit', 9.994, 0, 0.006],
    ['a cent less than the gross profit', 9.99, 0, 0.01],
    ['a cent more than the gross profit', 10.01, 0, -0.01],
    ['more than a cent less than the gross profit', 9.989, 0.011, null],
    ['two cents more than the gross profit', 10.02, -0.02, null],
  ])('are computed for a net profit that is %s: %d', (_, net, feesPaid, previous) => {
    expect(costsOfNet(10, net, 0.01)).toEqual({
      costs: fees(feesPaid),
      previous: previous === null ? null : fees(previous),
    });
  });

  it('are the printed costs if they explain the profit to within one unit of the last digit (version 1.2: half a unit)', () => {
    const printed = { feesPaid: 0.5, spreadPaid: 0.25 };
    const asPrinted = { ...printed, slippagePaid: 0 };
    expect(costsOfNet(10, 9.245, 0.01, printed)).toEqual({ costs: asPrinted, previous: null });
    expect(costsOfNet(10, 9.24, 0.01, printed)).toEqual({ costs: asPrinted, previous: fees(0.76) });
    expect(costsOfNet(10, 9.23, 0.01, printed)).toEqual({ costs: fees(0.77), previous: null });
  });
});

describe('the costs of a gross profit', () => {
  it.each([
    ['equal to the profit of the prices', 10, 1, null],
    ['half a cent away from the profit of the prices', 10.005, 1, null],
    ['a cent away from the profit of the prices', 10.01, 1, 0.99],
    ['two cents away from the profit of the prices', 10.02, 0.98, null],
  ])('are computed for a gross profit that is %s: %d', (_, printed, feesPaid, previous) => {
    expect(costsOfGross({ gross: 10, printed, digit: 0.01 }, [0.75, 0.25])).toEqual({
      costs: fees(feesPaid),
      previous: previous === null ? null : fees(previous),
    });
  });
});
