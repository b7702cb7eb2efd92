import { ratio, whole } from '../../shared/decimal/exact-sum.js';
import type { Asset } from '../../sessions/asset.entity.js';
import type { Session } from '../../sessions/session.entity.js';
import { sharedTime } from '../../stats/sample/market-time.js';
import type { TradeSample } from '../../stats/sample/trade-sample.js';
import { type WelchTest, welchTest } from './welch-test.js';

/** The values by which a pair of sessions is compared: amounts in account currency, R multiples, or percentages. */
export const COMPARED_UNITS = ['plNet', 'rMultiple', 'plPct'] as const;
export type ComparedUnit = (typeof COMPARED_UNITS)[number];

/**
 * The pairs that a comparison contains: the first session and each other session, or each session and each later
 * session.
 */
export const PAIRS_SCOPES = ['first', 'all'] as const;
export type PairsScope = (typeof PAIRS_SCOPES)[number];

/** A session with the sample of its trades. */
export interface Sampled {
  readonly session: Pick<Session, 'id' | 'initialBalance' | 'accountCurrency'>;
  readonly assets: readonly Pick<Asset, 'position' | 'symbol' | 'feed'>[];
  readonly sample: TradeSample;
}

export interface Pair extends WelchTest {
  readonly a: string;
  readonly b: string;
  readonly unit: ComparedUnit;
  /** Number of values of each session. */
  readonly n: { readonly a: number; readonly b: number };
  /**
   * Shared market time as a share of the market time of the session with less of it, 0..1; null if one session was
   * never in the market.
   */
  readonly sharedMarketTime: number | null;
}

/** Returns the comparison of the trades of session a with the trades of session b. */
export function pairOf(a: Sampled, b: Sampled): Pair {
  const unit = unitOf(a, b);
  const [ofA, ofB] = [a.sample[unit], b.sample[unit]];
  return {
    a: a.session.id,
    b: b.session.id,
    unit,
    n: { a: ofA.count, b: ofB.count },
    ...welchTest(ofA, ofB),
    sharedMarketTime: sharedMarketTime(a, b),
  };
}

/**
 * Returns the field by which two sessions are compared. Amounts are comparable only if both accounts have the same
 * initial balance and currency. R does not depend on account sizes, but is defined only for trades with an R-multiple.
 */
function unitOf(a: Sampled, b: Sampled): ComparedUnit {
  const beganAlike =
    a.session.initialBalance === b.session.initialBalance &&
    a.session.accountCurrency === b.session.accountCurrency;
  if (beganAlike) return 'plNet';
  return Math.min(a.sample.rMultiple.count, b.sample.rMultiple.count) >= 2 ? 'rMultiple' : 'plPct';
}

/**
 * Returns the time in which both sessions were in the same market, divided by the market time of the session with less
 * market time.
 */
function sharedMarketTime(a: Sampled, b: Sampled): number | null {
  const ofB = timesByMarket(b);
  let shared = 0;
  for (const [market, time] of timesByMarket(a)) {
    const other = ofB.get(market);
    if (other) shared += sharedTime(time, other);
  }
  return ratio(whole(shared), whole(Math.min(totalTime(a), totalTime(b))));
}

const timesByMarket = ({ assets, sample }: Sampled) =>
  new Map(
    assets.flatMap(({ symbol, feed, position }) => {
      const time = sample.markets.get(position);
      return time ? [[`${symbol} ${feed}`, time] as const] : [];
    }),
  );

const totalTime = ({ sample }: Sampled): number =>
  [...sample.markets.values()].reduce((sum, { total }) => sum + total, 0);
