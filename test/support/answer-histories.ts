import fc from 'fast-check';
import type { Version } from './answers-model.js';

const MINUTES = 40;
const minute = fc.integer({ min: 0, max: MINUTES });

/** Few different values, so that trades often repeat. Times are minutes. */
const version: fc.Arbitrary<Version> = fc
  .record({
    side: fc.constantFrom('long' as const, 'short' as const),
    entry: fc.integer({ min: 0, max: MINUTES / 4 }).map((quarter) => quarter * 4),
    duration: fc.integer({ min: 0, max: 10 }),
    exitPrice: fc.constantFrom(990, 1010),
    feesPaid: fc.constantFrom(0, 1),
    stopLoss: fc.constantFrom(null, 900),
  })
  .map(({ duration, ...trade }) => ({ ...trade, exit: trade.entry + duration }));

const place = fc.nat(50);
const type = <Type extends string>(name: Type) => fc.constant(name);

/** A request. `place` chooses one of the stored, or of the removed trades. */
const request = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('add'),
      versions: fc.array(version, { minLength: 1, maxLength: 4 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      type: type('edit'),
      place,
      names: fc.subarray(['side', 'times', 'exitPrice', 'feesPaid', 'stopLoss'] as const),
      to: version,
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('edit back'), place }) },
  { weight: 3, arbitrary: fc.record({ type: type('remove'), place }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: type('add again'), place, feesPaid: fc.constantFrom(0, 1) }),
  },
  { weight: 1, arbitrary: fc.record({ type: type('remove all') }) },
  { weight: 2, arbitrary: fc.record({ type: type('rewind'), to: minute }) },
  { weight: 2, arbitrary: fc.record({ type: type('playhead'), at: minute, ahead: fc.nat(10) }) },
  { weight: 1, arbitrary: fc.record({ type: type('copy') }) },
);
export type AnswerRequest = typeof request extends fc.Arbitrary<infer One> ? One : never;

/** Requests of one client to one session. */
export const answerHistory = fc.array(request, { minLength: 3, maxLength: 14 });
