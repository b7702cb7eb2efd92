import fc from 'fast-check';
import type { Sending } from './simulated-service.js';

/** A trade that a client sends. `number` distinguishes the trades of a session. */
export interface PlannedTrade {
  readonly number: number;
  readonly plNet: number;
  readonly hour: number;
}

interface Step<Kind extends string> extends Sending {
  readonly kind: Kind;
  /** Index of the session, modulo the number of existing sessions. */
  readonly session: number;
  /** Time by which the clocks of service and venue advance before the request. */
  readonly waitMs: number;
}

export interface StatisticsStep extends Step<'statistics'> {
  readonly venue: 'well' | 'slow' | 'overloaded' | 'broken';
}

export type PlannedStep =
  | (Step<'ingest' | 'import'> & { readonly trades: readonly PlannedTrade[] })
  | (Step<'edit'> & { readonly place: number; readonly exitPrice: number; readonly note: string })
  | (Step<'delete'> & { readonly place: number })
  | Step<'create'>
  | Step<'delete all'>
  | Step<'delete session'>
  | Step<'finish'>
  | Step<'copy'>
  | StatisticsStep;

/**
 * Maximum number of statements of a request. Most requests send half as many, but a copy commits only with the
 * statement of this number.
 */
const STATEMENTS = 18;

/** Most faults are at one of the first statements, because most requests send no further statements. */
const statement = fc.oneof({ weight: 3, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.nat(STATEMENTS) });

const fault = fc.option(
  fc.record({
    kind: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom('lost before' as const, 'lost after' as const, 'slow' as const),
      },
      { weight: 1, arbitrary: fc.constant('crash' as const) },
    ),
    at: statement,
  }),
  { freq: 2 },
);

const step = {
  session: fc.nat(2),
  waitMs: fc.oneof(fc.constant(0), fc.nat(60_000), fc.constant(2 * 86_400_000)),
  fault,
  givesUp: fc.boolean(),
};

const trades = fc.uniqueArray(
  fc.record({
    number: fc.nat(9),
    plNet: fc.integer({ min: -30, max: 30 }).map((tenths) => tenths / 10),
    hour: fc.nat(20),
  }),
  { selector: ({ number }) => number, minLength: 1, maxLength: 5 },
);

const kinds = [
  { weight: 4, arbitrary: fc.record({ ...step, kind: fc.constant('ingest' as const), trades }) },
  { weight: 2, arbitrary: fc.record({ ...step, kind: fc.constant('import' as const), trades }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...step,
      kind: fc.constant('edit' as const),
      place: fc.nat(9),
      exitPrice: fc.integer({ min: 900, max: 1100 }),
      note: fc.constantFrom('', 'late', 'early'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ ...step, kind: fc.constant('delete' as const), place: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ ...step, kind: fc.constantFrom('create' as const, 'copy' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...step,
      kind: fc.constantFrom('delete all' as const, 'delete session' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...step, kind: fc.constant('finish' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      ...step,
      kind: fc.constant('statistics' as const),
      venue: fc.constantFrom('well' as const, 'slow' as const, 'overloaded' as const, 'broken' as const),
    }),
  },
];

/** Generates the requests of one client, one after the other, with the faults during each request. */
export const histories: fc.Arbitrary<readonly PlannedStep[]> = fc.array(fc.oneof(...kinds), {
  minLength: 1,
  maxLength: 7,
});
