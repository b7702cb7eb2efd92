import { FEEDS, type Feed } from './candle.js';
import { INTERVALS, type Interval } from './intervals.js';

interface Scope {
  /** Only this feed's host; both when absent. */
  readonly feed?: Feed;
  /** Only this symbol or pair; all when absent. */
  readonly symbol?: string;
  /** Ends after so many answers that it touched; stays when absent. */
  readonly times?: number;
}

/** What the venue's own record of the past lacks or has wrong. It changes the expected candles. */
export type HistoryScenario =
  /** Minutes without rows. From `filledAt` on, or after `times` answers, the rows are there after all. */
  | (Scope & { readonly kind: 'gap'; readonly from: number; readonly to: number; readonly filledAt?: number })
  /** 1m rows whose times are off the minute by `shiftMs` (17 s when absent). */
  | (Scope & {
      readonly kind: 'off-grid';
      readonly from: number;
      readonly to: number;
      readonly shiftMs?: number;
    })
  /** First bar, and end of the last, of a symbol that may be a new one. */
  | (Omit<Scope, 'times'> & {
      readonly kind: 'listing';
      readonly symbol: string;
      readonly listedAt: number;
      readonly delistedAt?: number;
    })
  /** A symbol that the venue does not know, or no longer. */
  | (Omit<Scope, 'times'> & { readonly kind: 'unknown-symbol'; readonly symbol: string });

interface FaultScope extends Scope {
  readonly interval?: Interval;
}

/** One member for each of the kinds: faults that need no word more. */
type Plain<K extends string> = K extends string ? FaultScope & { readonly kind: K } : never;

export const ROW_DEFECTS = ['low-above-open', 'high-below-close', 'not-a-number', 'eleven-fields'] as const;
export const OVERLOADS = ['unknown-error', 'service-unavailable', 'overloaded'] as const;

/** What goes wrong with single answers to requests for candles. The expected candles stay as they are. */
export type AnswerFault =
  | (FaultScope & { readonly kind: 'rate-limited'; readonly retryAfterSeconds?: number })
  | (FaultScope & { readonly kind: 'banned'; readonly banMs?: number })
  | (FaultScope & { readonly kind: 'overload'; readonly variant?: (typeof OVERLOADS)[number] })
  | Plain<'firewall' | 'region-blocked' | 'backend-timeout' | 'internal-error'>
  | Plain<'not-json' | 'silent' | 'reset' | 'half-body'>
  | (FaultScope & { readonly kind: 'slow'; readonly latencyMs: number })
  /** One row spoilt: the one that opens at `ts`, else the middle one. */
  | (FaultScope & {
      readonly kind: 'invalid-row';
      readonly defect: (typeof ROW_DEFECTS)[number];
      readonly ts?: number;
    })
  | (FaultScope & { readonly kind: 'truncated-page'; readonly rows?: number })
  | Plain<'duplicated-edge' | 'outside-window' | 'reversed'>;

export type Scenario = HistoryScenario | AnswerFault;
export type ScenarioKind = Scenario['kind'];

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, Check>>;

const number: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
const count: Check = (value) => number(value) && value !== 0;
const text: Check = (value) => typeof value === 'string' && value !== '';
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((known) => known === value);
const feed = oneOf(FEEDS);

const SCOPE: Fields = { feed, symbol: text, times: count };
const FAULT_SCOPE = { ...SCOPE, interval: oneOf(INTERVALS) };

/** The fields of each kind; those with an exclamation mark are required. */
const FIELDS: Readonly<Record<string, Fields>> = {
  gap: { ...SCOPE, 'from!': number, 'to!': number, filledAt: number },
  'off-grid': { ...SCOPE, 'from!': number, 'to!': number, shiftMs: number },
  listing: { feed, 'symbol!': text, 'listedAt!': number, delistedAt: number },
  'unknown-symbol': { feed, 'symbol!': text },
  'rate-limited': { ...FAULT_SCOPE, retryAfterSeconds: number },
  banned: { ...FAULT_SCOPE, banMs: number },
  overload: { ...FAULT_SCOPE, variant: oneOf(OVERLOADS) },
  firewall: FAULT_SCOPE,
  'region-blocked': FAULT_SCOPE,
  'backend-timeout': FAULT_SCOPE,
  'internal-error': FAULT_SCOPE,
  'not-json': FAULT_SCOPE,
  silent: FAULT_SCOPE,
  reset: FAULT_SCOPE,
  'half-body': FAULT_SCOPE,
  slow: { ...FAULT_SCOPE, 'latencyMs!': number },
  'invalid-row': { ...FAULT_SCOPE, 'defect!': oneOf(ROW_DEFECTS), ts: number },
  'truncated-page': { ...FAULT_SCOPE, rows: number },
  'duplicated-edge': FAULT_SCOPE,
  'outside-window': FAULT_SCOPE,
  reversed: FAULT_SCOPE,
} satisfies Record<ScenarioKind, Fields>;

export const SCENARIO_KINDS: readonly string[] = Object.keys(FIELDS);

/** Names of a kind's fields, for people: `['from!', 'to!', 'filledAt', …]`. */
export const fieldsOf = (kind: string): readonly string[] => Object.keys(FIELDS[kind] ?? {});

/** Checks a scenario, which may come as JSON; throws a RangeError that names the field. */
export function assertScenario(input: unknown): asserts input is Scenario {
  if (typeof input !== 'object' || input === null)
    throw new RangeError('a scenario is an object with a kind');
  const { kind, ...given }: Record<string, unknown> = { ...input };
  const fields = typeof kind === 'string' && Object.hasOwn(FIELDS, kind) ? FIELDS[kind] : undefined;
  if (!fields) throw new RangeError(`kind is one of ${SCENARIO_KINDS.join(', ')}`);
  for (const [name, isValid] of Object.entries(fields)) {
    const field = name.replace('!', '');
    const mayLack = field === name;
    if (given[field] === undefined && mayLack) continue;
    if (!isValid(given[field])) throw new RangeError(`${field} is missing or not valid`);
  }
  const stranger = Object.keys(given).find((field) => !(field in fields) && !(`${field}!` in fields));
  if (stranger !== undefined) throw new RangeError(`there is no field ${stranger}`);
}
