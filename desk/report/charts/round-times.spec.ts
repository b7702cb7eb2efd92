import { roundTimes } from './round-times.js';

const texts = (from: string, to: string, about: number): string[] =>
  roundTimes(Date.parse(from), Date.parse(to), about).map((time) =>
    new Date(time).toISOString().replace(/(T00:00)?:00\.000Z$/, ''),
  );

describe('round times', () => {
  it.each([
    ['2024-01-10T09:50:00Z', '2024-01-10T13:10:00Z', 3, ['10T10:00', '10T11:00', '10T12:00', '10T13:00']],
    ['2024-01-10T09:50:00Z', '2024-01-13T00:00:00Z', 3, ['11', '12', '13']],
    ['2024-01-10T00:00:00Z', '2024-01-31T00:00:00Z', 3, ['15', '22', '29']],
  ])('divide the range from %s to %s if about %i are requested', (from, to, about, expected) => {
    expect(texts(from, to, about)).toEqual(expected.map((rest) => `2024-01-${rest}`));
  });

  it('are the first days of months or years if the range is long', () => {
    expect(texts('2023-11-15T00:00:00Z', '2024-03-02T00:00:00Z', 4)).toEqual([
      '2023-12-01',
      '2024-01-01',
      '2024-02-01',
      '2024-03-01',
    ]);
    expect(texts('2019-06-01T00:00:00Z', '2024-06-01T00:00:00Z', 5)).toEqual(
      [2020, 2021, 2022, 2023, 2024].map((year) => `${year}-01-01`),
    );
  });

  it('are few, but not none, in a narrow chart', () => {
    for (let days = 2; days < 4_000; days += 1)
      for (const about of [2, 3]) {
        const many = roundTimes(1.7e12, 1.7e12 + days * 86_400_000, about).length;
        expect(many).toBeGreaterThanOrEqual(1);
        expect(many).toBeLessThanOrEqual(6);
      }
  });

  it('are at most 13 for any range if about 8 are requested', () => {
    for (let length = 1_000; length < 1e13; length *= 3) {
      const many = roundTimes(1.7e12, 1.7e12 + length, 8).length;
      expect(many).toBeLessThanOrEqual(13);
    }
  });
});
