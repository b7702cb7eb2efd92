import { datesOf, spanOf } from './span-dates.js';

const ZONE = 'Europe/Berlin';
const [FIRST, LAST] = [Date.parse('2024-01-05T10:00:00Z'), Date.parse('2024-06-07T12:00:00Z')];
const summary = { firstEntryTime: FIRST, lastExitTime: LAST } as Parameters<typeof spanOf>[1];

describe('the span between two days', () => {
  it.each([
    ['2024-05-01', '2024-05-02', Date.parse('2024-04-30T22:00:00Z'), Date.parse('2024-05-02T21:59:59.999Z')],
    // The clocks change on this day.
    ['2024-03-31', '2024-03-31', Date.parse('2024-03-30T23:00:00Z'), Date.parse('2024-03-31T21:59:59.999Z')],
    ['2024-05-01', '', Date.parse('2024-04-30T22:00:00Z'), LAST],
    ['', '2024-05-01', FIRST, Date.parse('2024-05-01T21:59:59.999Z')],
  ])('reaches from %s to %s in the local time of the account', (from, to, start, end) => {
    expect(spanOf({ from, to }, summary, ZONE)).toEqual({ from: start, to: end });
  });

  it('is the whole time if no days are given, and never ends before it starts', () => {
    expect(spanOf({ from: '', to: '' }, summary, ZONE)).toBeNull();
    const { from, to } = spanOf({ from: '2024-05-09', to: '2024-05-01' }, summary, ZONE)!;
    expect(from).toBeLessThan(to);
  });

  it('can be converted back to the same days', () => {
    const dates = { from: '2024-03-31', to: '2024-10-27' };
    expect(datesOf(spanOf(dates, summary, ZONE), ZONE)).toEqual(dates);
    expect(datesOf(null, ZONE)).toEqual({ from: '', to: '' });
  });
});
