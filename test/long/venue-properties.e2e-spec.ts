import fc from 'fast-check';
import type { Candle } from '../../src/candles/store/bar-columns.js';
import { INTERVALS, SETTLING_MS, intervalMs } from '../../src/shared/market/intervals.js';
import type { Scenario } from '../../venue-double/scenario.js';
import type { TestApp } from '../support/app.js';
import { DAY, HOUR, MINUTE } from '../support/factories.js';
import { type Asked, LiveApp, ownSymbol, pathOf, startAppOn, startLiveApp } from '../support/live-app.js';
import { FEEDS } from '../../src/shared/market/feeds.js';
import { withinTime } from '../support/within-time.js';

/**
 * Plays random histories of requests, gaps, faults and restarts. Every response must contain what the venue has, or be
 * an error.
 */

const MINUTES_LISTED = 3 * 1440;

let t: LiveApp;
beforeAll(async () => {
  t = await startLiveApp();
});
afterAll(() => t.close());

const aRequest = fc.record({
  isLate: fc.boolean(),
  interval: fc.constantFrom(...INTERVALS),
  count: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 1, max: 2000 })),
  /** End of the range, in minutes before the present; null for the present. */
  ago: fc.option(fc.integer({ min: -60, max: MINUTES_LISTED + 200 })),
  instance: fc.nat(1),
});
type Request = typeof aRequest extends fc.Arbitrary<infer T> ? T : never;

const times = fc.integer({ min: 1, max: 2 });
const aFault: fc.Arbitrary<Scenario> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('overload', 'reset', 'half-body', 'not-json', 'backend-timeout', 'internal-error'),
    times,
  }),
  fc.record({
    kind: fc.constantFrom('duplicated-edge', 'outside-window', 'reversed', 'rate-limited'),
    times,
  }),
  fc.record({ kind: fc.constant('truncated-page'), rows: fc.integer({ min: 1, max: 300 }), times }),
  fc.record({
    kind: fc.constant('invalid-row'),
    defect: fc.constantFrom('low-above-open', 'not-a-number', 'eleven-fields'),
    times: fc.constant(1),
  }),
  fc.record({ kind: fc.constantFrom('firewall', 'region-blocked', 'banned'), times: fc.constant(1) }),
  fc.record({ kind: fc.constant('slow'), latencyMs: fc.constant(20), times }),
) as fc.Arbitrary<Scenario>;

const aStep = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ask: fc.array(aRequest, { minLength: 1, maxLength: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ fault: aFault }) },
  { weight: 3, arbitrary: fc.record({ waitMs: fc.integer({ min: 0, max: 2 * HOUR }) }) },
  { weight: 1, arbitrary: fc.record({ waitMs: fc.constant(DAY) }) },
  { weight: 1, arbitrary: fc.record({ restart: fc.constant(true) }) },
);
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never;

/** Each gap is its start, in minutes after the listing, and its length in minutes. */
const someGaps = fc.array(
  fc.tuple(fc.integer({ min: 0, max: MINUTES_LISTED }), fc.integer({ min: 1, max: 300 })),
  {
    maxLength: 4,
  },
);

const aHistory = fc.record({
  feed: fc.constantFrom(...FEEDS),
  gaps: someGaps,
  lateGap: fc.integer({ min: 0, max: MINUTES_LISTED - 200 }),
  steps: fc.array(aStep, { minLength: 4, maxLength: 14 }),
});
type History = typeof aHistory extends fc.Arbitrary<infer T> ? T : never;

/**
 * Plays one history with two symbols: one has permanent gaps, and the other has a gap in its 1m bars that the venue
 * fills within a day.
 */
class Run {
  private readonly symbol: string;
  private readonly lateSymbol: string;
  private readonly listedAt: number;
  private readonly scene: readonly Scenario[];
  private readonly lateGap: { from: number; to: number; filledAt: number };
  private isAtFault = false;

  constructor(
    private readonly instances: TestApp[],
    private readonly history: History,
  ) {
    const { venue } = t;
    venue.clearScenarios();
    venue.setClock(Math.ceil(venue.now() / MINUTE) * MINUTE + 30 * MINUTE);
    this.listedAt = venue.now() - MINUTES_LISTED * MINUTE;
    this.symbol = ownSymbol(venue, this.listedAt);
    this.lateSymbol = ownSymbol(venue, this.listedAt);
    const from = this.listedAt + history.lateGap * MINUTE;
    this.lateGap = { from, to: from + 100 * MINUTE, filledAt: venue.now() + 5 * HOUR };
    this.scene = [
      { kind: 'listing', symbol: this.symbol, listedAt: this.listedAt },
      { kind: 'listing', symbol: this.lateSymbol, listedAt: this.listedAt },
      ...history.gaps.map(([start, length]): Scenario => {
        const from = this.listedAt + start * MINUTE;
        return { kind: 'gap', symbol: this.symbol, from, to: from + length * MINUTE };
      }),
      { kind: 'gap', symbol: this.lateSymbol, ...this.lateGap },
    ];
    this.set();
  }

  async play(step: Step): Promise<void> {
    if ('fault' in step) this.set(step.fault);
    else if ('waitMs' in step) t.venue.advanceClock(step.waitMs);
    else if ('restart' in step) {
      await this.instances[1]!.close();
      this.instances[1] = await startAppOn(t.venue);
    } else {
      const now = t.venue.now();
      await Promise.all(step.ask.map((request) => this.ask(request, now)));
    }
  }

  async askAroundLateGap(): Promise<void> {
    const now = t.venue.now();
    const ago = (now - this.lateGap.to) / MINUTE - 50;
    await this.ask({ isLate: true, interval: '1m', count: 200, ago: Math.floor(ago), instance: 0 }, now);
  }

  /** Ends the fault and lets the hosts recover. After this step, the service may refuse no request. */
  recover(): void {
    this.set();
    this.isAtFault = false;
    t.venue.advanceClock(3 * MINUTE);
  }

  private set(fault?: Scenario): void {
    t.venue.clearScenarios();
    for (const scenario of this.scene) t.venue.play(scenario);
    if (fault) t.venue.play(fault);
    this.isAtFault ||= fault !== undefined;
  }

  private async ask({ isLate, interval, count, ago, instance }: Request, now: number): Promise<void> {
    const asked: Asked = {
      symbol: isLate ? this.lateSymbol : this.symbol,
      feed: this.history.feed,
      interval: isLate ? '1m' : interval,
      count,
      ...(ago !== null && { before: now - ago * MINUTE }),
    };
    const { status, body } = await this.instances[instance]!.call.get(pathOf(asked));
    if (status !== 200) {
      if (!this.isAtFault || (status !== 502 && status !== 503))
        throw new Error(`${pathOf(asked)}: ${status} ${JSON.stringify(body)}`);
      return;
    }
    this.compare(asked, body.candles, now);
  }

  /** @param since time of the request. Waiting for the venue moves the clock, so bars may close after this time. */
  private compare(asked: Asked, candles: readonly Candle[], since: number): void {
    const { venue } = t;
    const { symbol, feed, interval, count, before = Infinity } = asked;
    const cellMs = intervalMs(interval!);
    const all = venue
      .expectedCandles(feed!, symbol, interval!, this.listedAt - DAY, venue.now())
      .filter(({ ts }) => ts < before);
    const newest = candles.at(-1)?.ts ?? -Infinity;
    const optional = ({ ts }: Candle) =>
      (ts > newest && ts + cellMs + SETTLING_MS > since) ||
      (symbol === this.lateSymbol && this.isFillingUnseen(ts) && !candles.some((bar) => bar.ts === ts));
    const expected = all.filter((bar) => !optional(bar)).slice(-count!);
    if (JSON.stringify(candles) !== JSON.stringify(expected))
      throw new Error(`${pathOf(asked)}: ${difference(candles, expected)}`);
  }

  /**
   * Returns whether a bar is in the late gap and may still be missing. The service may request this gap again only when
   * a day has passed since the venue filled it.
   */
  private isFillingUnseen(ts: number): boolean {
    const { from, to, filledAt } = this.lateGap;
    return ts >= from && ts < to && t.venue.now() < filledAt + DAY;
  }
}

function difference(answered: readonly Candle[], expected: readonly Candle[]): string {
  const key = (candle: Candle) => JSON.stringify(candle);
  const lacking = expected.filter((bar) => !answered.some((other) => key(other) === key(bar)));
  const wrong = answered.filter((bar) => !expected.some((other) => key(other) === key(bar)));
  return `${answered.length} of ${expected.length}; lacking ${lacking.length} ${key(lacking[0]!)}, wrong ${wrong.length} ${key(wrong[0]!)}`;
}

it('every request for candles returns what the venue has, or an error', async () => {
  const instances: TestApp[] = [t, await startAppOn(t.venue)];
  try {
    await fc.assert(
      fc.asyncProperty(
        aHistory,
        withinTime(20_000, async (history) => {
          const run = new Run(instances, history);
          await run.askAroundLateGap();
          for (const step of history.steps) await run.play(step);
          run.recover();
          await run.play({ ask: [{ isLate: false, interval: '1m', count: 2000, ago: null, instance: 0 }] });
          t.venue.advanceClock(30 * HOUR);
          await run.askAroundLateGap();
        }),
      ),
      { numRuns: 60 },
    );
  } finally {
    await instances[1]!.close();
  }
});
