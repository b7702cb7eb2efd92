import { canonicalZone, haveSameDays } from './same-days.js';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const [FIRST, LAST] = [dayOf('2024-01-01'), dayOf('2024-12-31')];

describe('two time zones', () => {
  it.each([
    ['UTC', 'Etc/UTC'],
    ['UTC', 'GMT'],
    ['Asia/Kolkata', 'Asia/Calcutta'],
    ['Europe/Kyiv', 'Europe/Kiev'],
    ['America/New_York', 'US/Eastern'],
    ['Asia/Ho_Chi_Minh', 'Asia/Saigon'],
    // Two zones whose clocks showed the same time in this year.
    ['Europe/Berlin', 'Europe/Paris'],
  ])('have the same days: %s and %s', (zone, other) => {
    expect(haveSameDays(zone, other, FIRST, LAST)).toBe(true);
    expect(haveSameDays(other, zone, FIRST, LAST)).toBe(true);
  });

  it.each([
    ['UTC', 'Europe/London'],
    ['Europe/Berlin', 'Europe/London'],
    ['America/New_York', 'America/Panama'],
  ])('have different days: %s and %s', (zone, other) => {
    expect(haveSameDays(zone, other, FIRST, LAST)).toBe(false);
    expect(haveSameDays(other, zone, FIRST, LAST)).toBe(false);
  });

  it('have the same days as long as their clocks show the same time', () => {
    const winter = [dayOf('2024-01-01'), dayOf('2024-03-29')] as const;
    const withChange = [dayOf('2024-01-01'), dayOf('2024-03-31')] as const;
    expect(haveSameDays('UTC', 'Europe/London', ...winter)).toBe(true);
    expect(haveSameDays('UTC', 'Europe/London', ...withChange)).toBe(false);
  });

  it('must exist', () => {
    expect(() => haveSameDays('UTC', 'Europe/Nowhere', FIRST, LAST)).toThrow(RangeError);
  });
});

it('the canonical name of a zone is one of its names', () => {
  expect(canonicalZone('Etc/UTC')).toBe('UTC');
  expect(canonicalZone('Asia/Tokyo')).toBe('Asia/Tokyo');
  expect(canonicalZone('Europe/Kyiv')).toBe(canonicalZone('Europe/Kiev'));
});
