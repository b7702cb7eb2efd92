import fc from 'fast-check';
import { zoneOffsets } from './zone-offsets.js';

const HOUR = 3_600_000;

const check = (zone: string, instants: Record<string, number>) => {
  const offsetAt = zoneOffsets(zone);
  const actual = Object.keys(instants).map((instant) => [instant, offsetAt(Date.parse(instant)) / HOUR]);
  expect(Object.fromEntries(actual)).toEqual(instants);
};

/** Returns the offset that a separate call of the formatter gives. */
function formatted(zone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const second = instant - (((instant % 1000) + 1000) % 1000);
  return Date.parse(`${format.format(second).replace(' ', 'T')}Z`) - second;
}

describe('the offset of a time zone', () => {
  it('changes with daylight saving time, to the millisecond', () => {
    check('UTC', { '1970-01-01T00:00:00Z': 0, '2024-07-01T00:00:00Z': 0 });
    check('America/New_York', {
      '2024-03-10T06:59:59.999Z': -5,
      '2024-03-10T07:00:00Z': -4,
      '2024-11-03T05:59:59.999Z': -4,
      '2024-11-03T06:00:00Z': -5,
    });
    // The clocks change by half an hour.
    check('Australia/Lord_Howe', {
      '2024-04-06T14:59:59.999Z': 11,
      '2024-04-06T15:00:00Z': 10.5,
      '2024-10-05T15:29:59.999Z': 10.5,
      '2024-10-05T15:30:00Z': 11,
    });
    // The clocks change at midnight.
    check('Africa/Cairo', {
      '2024-04-25T21:59:59.999Z': 2,
      '2024-04-25T22:00:00Z': 3,
      '2024-10-31T20:59:59.999Z': 3,
      '2024-10-31T21:00:00Z': 2,
    });
  });

  it('changes at 00:01, as in Newfoundland in 2009', () => {
    check('America/St_Johns', {
      '2009-11-01T02:30:59.999Z': -2.5, // 00:00:59
      '2009-11-01T02:31:00Z': -3.5, // 00:01 becomes 23:01 of the day before
    });
  });

  it('changes by 24 hours if the zone crosses the date line', () => {
    check('Pacific/Apia', { '2011-12-30T09:59:59Z': -10, '2011-12-30T10:00:00Z': 14 });
  });

  it('agrees with Intl.DateTimeFormat', () => {
    const zones = 'UTC Australia/Lord_Howe America/New_York Africa/Cairo America/St_Johns Africa/Casablanca Asia/Kathmandu America/Recife Asia/Gaza Pacific/Apia Europe/Dublin'; // prettier-ignore
    const instant = fc.integer({ min: Date.UTC(1973, 0), max: Date.UTC(2045, 0) });
    // Times around the Sundays on which most clocks change.
    const spread = fc.nat(30 * HOUR);
    const near = fc
      .tuple(
        fc.integer({ min: 1985, max: 2030 }),
        fc.constantFrom(2, 3, 8, 9, 10),
        fc.integer({ min: 0, max: 30 }),
        spread,
      )
      .map(([year, month, day, ms]) => Date.UTC(year, month, day) + ms);
    fc.assert(
      fc.property(
        fc.constantFrom(...zones.split(' ')),
        fc.array(fc.oneof(instant, near), { maxLength: 10 }),
        (zone, instants) => {
          const offsetAt = zoneOffsets(zone);
          expect(instants.map(offsetAt)).toEqual(instants.map((each) => formatted(zone, each)));
        },
      ),
    );
  });

  it('throws a RangeError for an unknown zone', () => {
    expect(() => zoneOffsets('Mars/Olympus')).toThrow(RangeError);
  });
});
