import { type WallTime, wallTimeOf } from './wall-time.js';
import { zoneClock } from './zone-clock.js';

const iso = (wall: number) => new Date(wall).toISOString();

const check = (
  text: string,
  order: 'dmy' | 'mdy' | 'ymd' | undefined,
  expected: string,
  offset: number | null,
) =>
  it(`is read: ${text}, order ${order ?? 'not needed'}`, () => {
    const time = wallTimeOf(text, order) as WallTime;
    expect([iso(time.wall), time.offset]).toEqual([expected, offset]);
  });

describe('a date and time', () => {
  check('2025-01-16T00:00:00+0000', undefined, '2025-01-16T00:00:00.000Z', 0);
  check('2025-01-16T09:30:15.123456789-05:30', undefined, '2025-01-16T09:30:15.123Z', -330);
  check('2025-01-16 09:30', undefined, '2025-01-16T09:30:00.000Z', null);
  check('2025-01-16', undefined, '2025-01-16T00:00:00.000Z', null);
  check('2025.11.14 03:42:08', undefined, '2025-11-14T03:42:08.000Z', null);
  check('2023-03-20 03:30:00+00:00', undefined, '2023-03-20T03:30:00.000Z', 0);
  check('2013-10-07T13:31:00Z', undefined, '2013-10-07T13:31:00.000Z', 0);
  check('03/04/2025 1:02 PM', 'mdy', '2025-03-04T13:02:00.000Z', null);
  check('03/04/2025 12:02 am', 'dmy', '2025-04-03T00:02:00.000Z', null);
  check('3.4.2025 13:02', 'dmy', '2025-04-03T13:02:00.000Z', null);
  check('01.02.2023 00:00:00.000 GMT+0200', 'dmy', '2023-02-01T00:00:00.000Z', 120);
  check('2023-02-01 00:00:00 UTC-05:30', undefined, '2023-02-01T00:00:00.000Z', -330);
  check('2023-02-01 00:00 gmt', undefined, '2023-02-01T00:00:00.000Z', 0);
  check('2025/04/03', 'dmy', '2025-04-03T00:00:00.000Z', null);

  it.each([
    ['03/04/2025', undefined, 'needs-date-order'],
    ['03/04/2025', 'ymd', 'needs-date-order'],
    ['03/13/2025', 'dmy', 'not-a-time'],
    ['2025-02-29', undefined, 'not-a-time'],
    ['2025-01-01 24:00', undefined, 'not-a-time'],
    ['2025-01-01 13:00 PM', undefined, 'not-a-time'],
    ['2025-01/01', undefined, 'not-a-time'],
    ['03/04/25', 'dmy', 'not-a-time'],
    ['2025-01-01 GMT+2', undefined, 'not-a-time'],
    ['yesterday', undefined, 'not-a-time'],
    ['', undefined, 'not-a-time'],
  ] as const)('is refused: %s, order %s', (text, order, problem) =>
    expect(wallTimeOf(text, order)).toBe(problem),
  );
});

describe('the clock of a zone', () => {
  const berlin = zoneClock('Europe/Berlin');
  const newYork = zoneClock('America/New_York');
  const at = (clock: (wall: number) => number, wall: string) => iso(clock(Date.parse(`${wall}Z`)));
  it.each([
    ['in winter', berlin, '2025-01-16T10:00:00', '2025-01-16T09:00:00.000Z'],
    ['in summer', berlin, '2025-07-16T10:00:00', '2025-07-16T08:00:00.000Z'],
    ['a time that the clock shows twice', berlin, '2025-10-26T02:30:00', '2025-10-26T00:30:00.000Z'],
    ['a time that the clock skips', berlin, '2025-03-30T02:30:00', '2025-03-30T01:30:00.000Z'],
    ['just before the clock changes', berlin, '2025-03-30T01:59:59', '2025-03-30T00:59:59.000Z'],
    ['just after the clock changes', berlin, '2025-03-30T03:00:00', '2025-03-30T01:00:00.000Z'],
    [
      'a time that the clock shows twice, west of UTC',
      newYork,
      '2025-11-02T01:30:00',
      '2025-11-02T05:30:00.000Z',
    ],
    [
      'an offset with quarters of an hour',
      zoneClock('Asia/Kathmandu'),
      '2025-01-16T05:45:00',
      '2025-01-16T00:00:00.000Z',
    ],
  ])('converts local times: %s', (_, clock, wall, expected) => expect(at(clock, wall)).toBe(expected));
});
