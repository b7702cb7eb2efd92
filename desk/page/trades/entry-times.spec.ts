import { isEntryAt } from './entry-times.js';

const at = (weekdays: number[], hours: number[], timeZone = 'UTC') => ({ weekdays, hours, timeZone });
/** This time is on a Sunday in UTC, but still on a Saturday in New York. */
const SUNDAY = Date.parse('2024-03-10T03:59:59Z');

it.each([
  [at([], []), true],
  [at([7], []), true],
  [at([1, 6], []), false],
  [at([6], [22], 'America/New_York'), true],
  [at([7], [22], 'America/New_York'), false],
  [at([], [3, 4]), true],
  [at([7], [4]), false],
])('an entry on a Sunday in UTC passes the filter %j: %s', (times, isAmong) => {
  expect(isEntryAt(times, SUNDAY)).toBe(isAmong);
});
