import { daySpan, monthSpan } from './dates.js';

it.each([
  ['2024-05', 'UTC', '2024-05-01T00:00:00Z', '2024-05-31T23:59:59.999Z'],
  ['2024-12', 'UTC', '2024-12-01T00:00:00Z', '2024-12-31T23:59:59.999Z'],
  // The clocks change within these months.
  ['2024-03', 'Europe/Berlin', '2024-02-29T23:00:00Z', '2024-03-31T21:59:59.999Z'],
  ['2024-11', 'America/New_York', '2024-11-01T04:00:00Z', '2024-12-01T04:59:59.999Z'],
])('the month %s in %s lasts from %s to %s', (month, zone, from, to) => {
  expect(monthSpan(month, zone)).toEqual({ from: Date.parse(from), to: Date.parse(to) });
});

it.each([
  ['2024-05-31', 'UTC', '2024-05-31T00:00:00Z', '2024-05-31T23:59:59.999Z'],
  // The clocks change on these days.
  ['2024-03-31', 'Europe/Berlin', '2024-03-30T23:00:00Z', '2024-03-31T21:59:59.999Z'],
  ['2024-11-03', 'America/New_York', '2024-11-03T04:00:00Z', '2024-11-04T04:59:59.999Z'],
])('the day %s in %s lasts from %s to %s', (date, zone, from, to) => {
  expect(daySpan(date, zone)).toEqual({ from: Date.parse(from), to: Date.parse(to) });
});
