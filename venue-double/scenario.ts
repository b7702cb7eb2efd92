import { FEEDS, type Feed } from './candle.js';
import { INTERVALS, type Interval } from './intervals.js';

interface Scope {
  /** Feed to which the scenario applies; both feeds if undefined. */
  readonly feed?: Feed;
  /** Symbol or pair to which the scenario applies; all if undefined. */
  readonly symbol?: string;
  /** Number of affected responses after which the scenario ends; undefined for no limit. */
  readonly times?: number;
}

/** Missing or wrong data in the venue's own history. The expected candles change as well. */
export type HistoryScenario =
  /** Minutes without rows. The rows exist from `filledAt` on, or after `times` responses. */
  | (Scope & { readonly kind: 'gap'; readonly from: number; readonly to: number; readonly filledAt?: number })
  /** 1m rows whose times differ from the minute by `shiftMs` (17 s if undefined). */
  | (Scope & {
      readonly kind: 'off-grid';
      readonly from: number;
      readonly to: number;
      readonly shiftMs?: number;
    })
  /** The first bar and the end of the last bar of a symbol. The symbol may be new. */
  | (Omit<Scope, 'times'> & {
      readonly kind: 'listing';
      readonly symbol: string;
      readonly listedAt: number;
      readonly delistedAt?: number;
    })
  /** A symbol that the venue does not know or has removed. */
  | (Omit<Scope, 'times'> & { readonly kind: 'unknown-symbol'; readonly symbol: string });

interface FaultScope extends Scope {
  readonly interval?: Interval;
}

/** A union with one member per kind, for kinds without additional fields. */
type Plain<K extends string> = K extends string ? FaultScope & { readonly kind: K } : never;

export const ROW_DEFECTS = [
  'low-above-open',
  'high-below-close',
  'not-a-number',
  'eleven-fields',
  'absurd-price',
  'time-as-text',
] as const;
export const OVERLOADS = ['unknown-error', 'service-unavailable', 'overloaded'] as const;

interface RetryAfter {
  /** Text of the `Retry-After` header, instead of a number of seconds. */
  readonly retryAfter?: string;
}

/** Faults of single responses to requests for candles. The expected candles stay the same. */
export type AnswerFault =
  | (FaultScope & RetryAfter & { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number })
  | (FaultScope & RetryAfter & { readonly kind: 'banned'; readonly banMs?: number })
  | (FaultScope & { readonly kind: 'overload'; readonly variant?: (typeof OVERLOADS)[number] })
  | Plain<'firewall' | 'region-blocked' | 'backend-timeout' | 'internal-error'>
  | Plain<'not-json' | 'silent' | 'reset' | 'half-body' | 'endless-body' | 'gzip-bomb' | 'trickle'>
  /** A `Date` header that differs from the clock of the double. */
  | (FaultScope & { readonly kind: 'wrong-date'; readonly date: number })
  | (FaultScope & { readonly kind: 'slow'; readonly latencyMs: number })
  /** One bad row: the row that opens at `ts`; the middle row if `ts` is undefined. */
  | (FaultScope & {
      readonly kind: 'invalid-row';
      readonly defect: (typeof ROW_DEFECTS)[number];
      readonly ts?: number;
    })
  | (FaultScope & { readonly kind: 'truncated-page'; readonly rows?: number })
  /** All rows moved in time. */
  | (FaultScope & { readonly kind: 'shifted-rows'; readonly shiftMs: number })
  | Plain<'duplicated-edge' | 'outside-window' | 'reversed'>;

export type Scenario = HistoryScenario | AnswerFault;
export type ScenarioKind = Scenario['kind'];

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const integer: Check = (value) => Number.isSafeInteger(value);
const number: Check = (value) => integer(value) && (value as number) >= 0;
const count: Check = (value) => number(value) && value !== 0;
const text: Check = (value) => typeof value === 'string' && value !== '';
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((known) => known === value);
const feed = oneOf(FEEDS);

const SCOPE: Fields = { feed, symbol: text, times: count };
const FAULT_SCOPE = { ...SCOPE, interval: oneOf(INTERVALS) };

/** The fields of each kind. An exclamation mark denotes a required field. */
const FIELDS: Readonly<Record<string, Fields>> = {
  gap: { ...SCOPE, 'from!': number, 'to!': number, filledAt: number },
  'off-grid': { ...SCOPE, 'from!': number, 'to!': number, shiftMs: number },
  listing: { feed, 'symbol!': text, 'listedAt!': number, delistedAt: number },
  'unknown-symbol': { feed, 'symbol!': text },
  'rate-limited': { ...FAULT_SCOPE, retryAfterSeconds: number, retryAfter: text },
  banned: { ...FAULT_SCOPE, banMs: number, retryAfter: text },
  overload: { ...FAULT_SCOPE, variant: oneOf(OVERLOADS) },
  firewall: FAULT_SCOPE,
  'region-blocked': FAULT_SCOPE,
  'backend-timeout': FAULT_SCOPE,
  'internal-error': FAULT_SCOPE,
  'not-json': FAULT_SCOPE,
  silent: FAULT_SCOPE,
  reset: FAULT_SCOPE,
  'half-body': FAULT_SCOPE,
  'endless-body': FAULT_SCOPE,
  'gzip-bomb': FAULT_SCOPE,
  trickle: FAULT_SCOPE,
  'wrong-date': { ...FAULT_SCOPE, 'date!': number },
  slow: { ...FAULT_SCOPE, 'latencyMs!': number },
  'invalid-row': { ...FAULT_SCOPE, 'defect!': oneOf(ROW_DEFECTS), ts: number },
  'truncated-page': { ...FAULT_SCOPE, rows: number },
  'shifted-rows': { ...FAULT_SCOPE, 'shiftMs!': integer },
  'duplicated-edge': FAULT_SCOPE,
  'outside-window': FAULT_SCOPE,
  reversed: FAULT_SCOPE,
} satisfies Record<ScenarioKind, Fields>;

export const SCENARIO_KINDS: readonly string[] = Object.keys(FIELDS);

/** Returns the names of a kind's fields as the control endpoint shows them: `['from!', 'to!', 'filledAt', …]`. */
export const fieldsOf = (kind: string): readonly string[] => Object.keys(FIELDS[kind] ?? {});

/** Checks a scenario, which may come from JSON. Throws a RangeError that names the field. */
export function assertScenario(input: unknown): asserts input is Scenario {
  if (typeof input !== 'object' || input === null)
    throw new RangeError('a scenario is an object with a kind');
  const { kind, ...given }: Record<string, unknown> = { ...input };
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
  if (!fields) throw new RangeError(`kind is one of ${SCENARIO_KINDS.join(', ')}`);
  for (const [name, isValid] of Object.entries(fields)) {
    const field = name.replace('!', '');
    const isOptional = field === name;
    if (given[field] === undefined && isOptional) continue;
    if (!isValid(given[field])) throw new RangeError(`${field} is missing or not valid`);
  }
  const unknown = Object.keys(given).find((field) => !(field in fields) && !(`${field}!` in fields));
  if (unknown !== undefined) throw new RangeError(`there is no field ${unknown}`);
}
