import { dayOf, dayReturnsOf, returnsBetween } from './day-returns.js';

const returnsOf = (...plNets: string[]) =>
  dayReturnsOf({
    initialBalance: 1000,
    dailyPlNet: plNets.map((plNet, i) => ({ day: `2024-01-0${i + 1}`, plNet })),
    firstDay: dayOf('2024-01-01'),
    lastDay: dayOf(`2024-01-0${plNets.length}`),
  });

describe('daily returns', () => {
  it('are the result of each day divided by the equity at the start of the day', () => {
    const returns = returnsOf('100', '-55', '0')!;
    expect([...returns.values]).toEqual([0.1, -0.05, 0]);
    expect([...returns.days]).toEqual([dayOf('2024-01-01'), dayOf('2024-01-02'), dayOf('2024-01-03')]);
  });

  it('are equal as doubles if they are exactly equal', () => {
    // 70/1000, 74.9/1070 and 80.143/1144.9 are all exactly 7 %, but are different doubles.
    expect(new Set(returnsOf('70', '74.9', '80.143')!.values).size).toBe(1);
    expect(new Set(returnsOf('70', '74.9', '80.14300001')!.values).size).toBe(2);
    expect(new Set(returnsOf('0.1', '0.10001')!.values).size).toBe(1);
  });

  it('are null if the equity at the start of a day is 0 or less', () => {
    expect(returnsOf('-1000', '5')).toBeNull();
    expect(returnsOf('-999.99', '5')).not.toBeNull();
    expect(returnsOf('5', '-2000')).not.toBeNull();
  });

  it('are 0 on days without an exit', () => {
    const returns = {
      firstDay: 5,
      lastDay: 9,
      days: Int32Array.of(5, 7, 9),
      values: Float64Array.of(1, 2, 3),
    };
    expect([...returnsBetween(returns, 5, 9)]).toEqual([1, 0, 2, 0, 3]);
    expect([...returnsBetween(returns, 6, 8)]).toEqual([0, 2, 0]);
  });
});
