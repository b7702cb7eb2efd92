import fc from 'fast-check';
import { localHours } from './local-clock.js';
import { dateText, localDays, localMonths, monthOf, monthText, weekdayOf } from './local-days.js';

const check = (zone: string, dates: Record<string, string>) => {
  const { dayOf } = localDays(zone);
  const actual = Object.keys(dates).map((instant) => [instant, dateText(dayOf(Date.parse(instant)))]);
  expect(Object.fromEntries(actual)).toEqual(dates);
};

describe('local days', () => {
  it('are counted from 1970-01-01', () => {
    expect(localDays('UTC').dayOf(0)).toBe(0);
    expect(localDays('UTC').dayOf(86_400_000)).toBe(1);
    expect(localDays('Asia/Tokyo').dayOf(54_000_000)).toBe(1);
    expect(localDays('America/New_York').dayOf(0)).toBe(-1);
    expect([-1, 0, 1, 19_727].map(dateText)).toEqual([
      '1969-12-31',
      '1970-01-01',
      '1970-01-02',
      '2024-01-05',
    ]);
    expect(dateText(2_932_897)).toBe('+010000-01-01');
  });

  it('begin and end at midnight of the time zone', () => {
    // A day of 23 hours and a day of 25 hours.
    check('America/New_York', {
      '2024-03-10T04:59:59.999Z': '2024-03-09',
      '2024-03-10T05:00:00Z': '2024-03-10',
      '2024-03-11T03:59:59.999Z': '2024-03-10',
      '2024-03-11T04:00:00Z': '2024-03-11',
      '2024-11-03T03:59:59.999Z': '2024-11-02',
      '2024-11-03T04:00:00Z': '2024-11-03',
      '2024-11-04T04:59:59.999Z': '2024-11-03',
      '2024-11-04T05:00:00Z': '2024-11-04',
    });
    // A day of 24.5 hours.
    check('Australia/Lord_Howe', {
      '2024-04-06T12:59:59.999Z': '2024-04-06',
      '2024-04-06T13:00:00Z': '2024-04-07',
      '2024-04-07T13:29:59.999Z': '2024-04-07',
      '2024-04-07T13:30:00Z': '2024-04-08',
    });
    // 2024-04-26 has no 00:00, and the last hour of 2024-10-31 occurs twice.
    check('Africa/Cairo', {
      '2024-04-25T21:59:59.999Z': '2024-04-25',
      '2024-04-25T22:00:00Z': '2024-04-26',
      '2024-10-31T20:59:59.999Z': '2024-10-31',
      '2024-10-31T21:59:59.999Z': '2024-10-31',
      '2024-10-31T22:00:00Z': '2024-11-01',
    });
  });

  it('do not include a date that the time zone skipped', () => {
    check('Pacific/Apia', { '2011-12-30T09:59:59Z': '2011-12-29', '2011-12-30T10:00:00Z': '2011-12-31' });
  });

  it('have the weekdays of ISO 8601', () => {
    expect([-3, -2, -1, 0, 1, 2, 3, 4].map(weekdayOf)).toEqual([1, 2, 3, 4, 5, 6, 7, 1]);
    fc.assert(
      fc.property(fc.integer({ min: -1, max: 3_000_000 }), (day) =>
        expect(weekdayOf(day)).toBe(new Date(day * 86_400_000).getUTCDay() || 7),
      ),
    );
  });

  it('belong to the month of their date', () => {
    const texts = ['1969-12', '1970-01', '1970-12', '1971-01', '2024-03'];
    expect([-1, 0, 364, 365, 19_783].map((day) => monthText(monthOf(day)))).toEqual(texts);
    const monthAt = localMonths('America/New_York');
    const instants = ['2024-04-01T03:59:59Z', '2024-04-01T04:00:00Z', '2024-04-01T03:59:59Z'];
    const months = instants.map((instant) => monthText(monthAt(Date.parse(instant))));
    expect(months).toEqual(['2024-03', '2024-04', '2024-03']);
  });
});

describe('local hours', () => {
  const hoursOf = (zone: string, ...instants: readonly string[]) => {
    const hourOf = localHours(zone);
    return instants.map((instant) => hourOf(Date.parse(instant)));
  };

  it('follow the clock of the time zone', () => {
    expect(hoursOf('America/New_York', '2024-03-10T06:59Z', '2024-03-10T07:00Z')).toEqual([1, 3]);
    expect(hoursOf('America/New_York', '2024-11-03T05:30Z', '2024-11-03T06:30Z')).toEqual([1, 1]);
    expect(hoursOf('America/New_York', '1970-01-01T00:00Z', '2024-01-01T05:00Z')).toEqual([19, 0]);
    expect(hoursOf('Australia/Lord_Howe', '2024-04-06T14:59Z', '2024-04-06T15:00Z')).toEqual([1, 1]);
    expect(hoursOf('Africa/Cairo', '2024-04-25T21:59Z', '2024-04-25T22:00Z')).toEqual([23, 1]);
  });
});
