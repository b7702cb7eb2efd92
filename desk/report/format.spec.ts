import { day, moment, offsetAt, range, stamp } from './dates.js';
import {
  amount,
  amountDecimals,
  count,
  accountDecimals,
  columnDecimals,
  duration,
  multipleOfRisk,
  number,
  numberBriefly,
  percent,
  plural,
  price,
  sample,
  share,
  short,
  shortPercent,
  signed,
  signedAmount,
  signedBriefly,
  signedPercent,
  tone,
  toneOfText,
} from './format.js';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

describe('numbers', () => {
  it.each([
    [number(1204.5), '1,204.50'],
    [number(-310), '−310.00'],
    [number(0), '0.00'],
    [number(-0.001), '0.00'],
    [number(0.00012345, 8), '0.00012345'],
    [number(null), '–'],
    [number(undefined), '–'],
    [number(Infinity), '–'],
    [number(NaN), '–'],
    [signed(1204), '+1,204.00'],
    [signed(-310, 0), '−310'],
    [signed(0), '0.00'],
    [signed(0.001), '0.00'],
    [numberBriefly(1e12, 2), '1,000,000,000,000'],
    [signedBriefly(999_999.5, 2), '+999,999.50'],
    [signedBriefly(-36_000_000.4, 2), '−36,000,000'],
    [signedBriefly(null, 2), '–'],
    [count(5549), '5,549'],
    [price(28400.07), '28,400.07'],
    [price(0.00000123), '0.00000123'],
    [percent(12.345), '12.35 %'],
    [signedPercent(-8, 0), '−8 %'],
    [percent(null), '–'],
    [share(0.5236), '52.4 %'],
    [share(null), '–'],
    [multipleOfRisk(1.2), '+1.20 R'],
    [multipleOfRisk(-1), '−1.00 R'],
    [short(1_234_567), '1.234567M'],
    [short(340_000), '340k'],
    [short(-12_345), '−12,345'],
    [short(0.004), '0.004'],
    [short(0), '0'],
    [short(9_999.5), '9,999.5'],
    [short(100_050), '100.05k'],
    [short(1_000_200), '1.0002M'],
    [short(1_500_000_000), '1.5B'],
    [short(0.30000000000000004), '0.3'],
    [short(123_456, 1), '123.5k'],
    [shortPercent(99.5), '99.5 %'],
    [shortPercent(-99.95), '−99.95 %'],
    [shortPercent(100), '100 %'],
    [sample(8, 8), 'n 8'],
    [sample(10_000, 5_000), 'n 10,000, first 5,000 drawn'],
    [plural(1, 'trade'), '1 trade'],
    [plural(1200, 'trade'), '1,200 trades'],
    [plural(2, 'loss', 'losses'), '2 losses'],
  ])('are formatted as %s', (written, expected) => expect(plain(written)).toBe(expected));

  it.each([
    [10_000, 2],
    [1_000_000, 2],
    [100, 2],
    [1, 4],
    [0.05, 6],
    [1e-9, 8],
    [0, 2],
  ])('have decimals that depend on the balance of the account: for %d, %d decimals', (balance, decimals) =>
    expect(accountDecimals(balance)).toBe(decimals),
  );

  it('have the tone up, down or flat, depending on their sign', () => {
    expect([tone(1), tone(-1), tone(0), tone(null)]).toEqual(['up', 'down', 'flat', 'flat']);
    expect([tone(1e-8), tone(-1e-12)]).toEqual(['up', 'flat']);
  });

  it('have no tone if they are written as zero', () => {
    const tones = [-0.004, -0.006, 0.006, 0].map((value) => toneOfText(number(value), value));
    expect(tones).toEqual(['flat', 'down', 'up', 'flat']);
  });
});

describe('amounts of an account', () => {
  it.each([
    [1_000_000, 2],
    [100_000, 2],
    [10_000, 3],
    [1_000, 4],
    [25, 6],
    [0.05, 8],
    [0, 2],
  ])(
    'of %d have at most as many decimals as 0.01 %% of it has with four significant digits: %d',
    (balance, most) => expect(amountDecimals(balance)).toBe(most),
  );

  it.each([
    [1_204.5, 10_000, '1,204.50'],
    [1_204.5678, 10_000, '1,204.57'],
    [12.3456, 10_000, '12.35'],
    [1.23456, 10_000, '1.235'],
    [0.54321, 10_000, '0.543'],
    [0.5, 10_000, '0.50'],
    [16, 10_000, '16.00'],
    [0, 10_000, '0.00'],
    [-0.0004321, 10_000, '−0.0004'],
    [-0.0002, 100_000, '−0.0002'],
    [0.000000014, 100_000, '0.00000001'],
    [-1e-12, 10_000, '0.00'],
    [1.33812, 25, '1.338'],
    [0.02027, 25, '0.02027'],
    [0.0012, 0.05, '0.001200'],
    [null, 10_000, '–'],
  ])('%d of %d are written as %s', (value, balance, written) =>
    expect(amount(value, amountDecimals(balance))).toBe(written),
  );

  it('are never a coloured zero', () => {
    for (const balance of [0.01, 1, 25, 10_000, 1e6])
      for (let size = balance; size > 1e-9; size /= 7) {
        const text = signedAmount(-size, amountDecimals(balance));
        expect([size, /[1-9]/.test(text)]).toEqual([size, tone(-size) === 'down']);
      }
  });

  it('of a column all have the decimals that one of them needs', () => {
    const most = amountDecimals(10_000);
    expect(columnDecimals([120, 33.5, -12.25], most)).toBe(2);
    expect(columnDecimals([120, null, undefined, 1.2345], most)).toBe(3);
    expect(columnDecimals([], most)).toBe(2);
  });
});

describe('durations', () => {
  it.each([
    [0, '0 ms'],
    [250, '250 ms'],
    [12_000, '12 s'],
    [90_000, '1 min 30 s'],
    [2_700_000, '45 min'],
    [3_599_900, '1 h'],
    [86_399_999, '1 d'],
    [273_600_000, '3 d 4 h'],
    [null, '–'],
  ])('of %d ms are formatted as %s', (milliseconds, expected) =>
    expect(plain(duration(milliseconds))).toBe(expected),
  );
});

describe('dates', () => {
  const time = Date.UTC(2023, 3, 1, 22, 5);

  it.each([
    [day(time, 'UTC'), '1 Apr 2023'],
    [day(time, 'Europe/Berlin'), '2 Apr 2023'],
    [moment(time, 'Europe/Berlin'), '2 Apr 2023, 00:05'],
    [moment(time, 'Asia/Kathmandu'), '2 Apr 2023, 03:50'],
    [stamp(time, 'America/New_York'), '2023-04-01 18:05'],
    [stamp(time + 7_000, 'UTC'), '2023-04-01 22:05:07'],
    // The clocks of St. John's were set back at 00:01.
    [stamp(Date.UTC(2010, 10, 7, 2, 30), 'America/St_Johns'), '2010-11-07 00:00'],
    [stamp(Date.UTC(2010, 10, 7, 2, 35), 'America/St_Johns'), '2010-11-06 23:05'],
    [stamp(8.64e15, 'Europe/Berlin'), '275760-09-13 00:00'],
    [day(null, 'UTC'), '–'],
    [day(9e15, 'UTC'), '–'],
    [range(time, Date.UTC(2023, 4, 22), 'UTC'), '1 Apr – 22 May 2023'],
    [range(time, time + 1000, 'UTC'), '1 Apr 2023'],
    [range(time, Date.UTC(2024, 0, 2), 'UTC'), '1 Apr 2023 – 2 Jan 2024'],
    [day(time, 'No/Such_Zone'), '1 Apr 2023'],
  ])('are formatted as %s', (written, expected) => expect(written).toBe(expected));

  it('follow the change to summer time', () => {
    const change = Date.UTC(2023, 2, 26, 1);
    expect([offsetAt(change - 1, 'Europe/Berlin'), offsetAt(change, 'Europe/Berlin')]).toEqual([
      3_600_000, 7_200_000,
    ]);
  });
});
