import type { RunFacts } from './run-facts.js';

/** Names of the fields of a strategy, by the kind of their values. */
const NUMBERS = [
  'starting_balance',
  'backtest_start_ts',
  'backtest_end_ts',
  'backtest_run_start_ts',
] as const;
const TEXTS = ['strategy_name', 'stake_currency', 'timeframe'] as const;

type NumberName = (typeof NUMBERS)[number];
type TextName = (typeof TEXTS)[number];

/** Collects the facts about the run of one strategy of a backtest result. */
export class FreqtradeFacts {
  readonly #numbers = new Map<NumberName, number>();
  readonly #texts = new Map<TextName, string>();
  /** The fees of all trades so far; null if they differ, undefined before the first trade. */
  #fees: { readonly entry: number; readonly exit: number } | null | undefined;

  /** @param key name of the strategy in the result */
  constructor(private readonly key: string) {}

  add(field: string, value: unknown): void {
    if (typeof value === 'number' && NUMBERS.some((name) => name === field))
      this.#numbers.set(field as NumberName, value);
    if (typeof value === 'string' && TEXTS.some((name) => name === field))
      this.#texts.set(field as TextName, value);
  }

  addFees(entry: unknown, exit: unknown): void {
    if (this.#fees === null) return;
    const areNumbers = typeof entry === 'number' && typeof exit === 'number';
    const areEqual = !this.#fees || (this.#fees.entry === entry && this.#fees.exit === exit);
    this.#fees = areNumbers && areEqual ? { entry, exit } : null;
  }

  all(): RunFacts {
    const madeAt = this.#numbers.get('backtest_run_start_ts');
    const facts = {
      strategy: this.#texts.get('strategy_name') ?? this.key,
      timeframe: this.#texts.get('timeframe'),
      initialBalance: this.#numbers.get('starting_balance'),
      accountCurrency: this.#texts.get('stake_currency'),
      rangeStart: this.#numbers.get('backtest_start_ts'),
      rangeEnd: this.#numbers.get('backtest_end_ts'),
      // The result has this time in seconds, and all others in milliseconds.
      runAt: madeAt === undefined ? undefined : Math.round(madeAt * 1000),
      fees: this.#fees ?? undefined,
    };
    return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as RunFacts;
  }
}
