import { type ExactDecimal, minus, parsedDecimal, plus } from '../shared/decimal/exact-decimal.js';
import { exactSum } from '../shared/decimal/exact-sum.js';
import type { Session } from './session.entity.js';

/** Summary of all trades of a session. Sums are exact decimal texts, in the form of `numeric`. */
export interface Summary {
  readonly tradeCount: number;
  readonly winCount: number;
  readonly lossCount: number;
  readonly breakEvenCount: number;
  readonly plGross: string;
  readonly feesPaid: string;
  readonly plNet: string;
  /** Null if there are no trades. */
  readonly firstEntryTime: number | null;
  readonly lastExitTime: number | null;
}

/** Summary of a session without trades. */
export const EMPTY_SUMMARY: Summary = {
  tradeCount: 0,
  winCount: 0,
  lossCount: 0,
  breakEvenCount: 0,
  plGross: '0',
  feesPaid: '0',
  plNet: '0',
  firstEntryTime: null,
  lastExitTime: null,
};

/** A session with its own revision and the revision of its stored summary. */
export type Versioned = Pick<Session, 'workspaceId' | 'id' | 'revision' | 'summaryRevision'>;

/**
 * Returns whether the stored summary is up to date. An instance of an old version, which does not write summaries,
 * leaves the summary outdated.
 */
export const isSummaryOf = ({ revision, summaryRevision }: Pick<Versioned, 'revision' | 'summaryRevision'>) =>
  summaryRevision === revision;

/** Returns whether the session is known to have no trades. */
export const isKnownEmpty = (
  session: Pick<Session, 'revision' | 'summaryRevision' | 'tradeCount'>,
): boolean => isSummaryOf(session) && session.tradeCount === 0;

/** The fields of a trade that a summary needs. */
export interface SummarizedTrade {
  readonly symbol: string;
  readonly feed: string;
  readonly entryTime: number;
  readonly exitTime: number;
  readonly plGross: number;
  readonly feesPaid: number;
  readonly plNet: number;
}

/** Trades that a write has removed and added. An edited trade is in both lists, with its old and its new version. */
export interface TradeChange {
  readonly removed?: readonly SummarizedTrade[];
  readonly added?: readonly SummarizedTrade[];
}

/** Amounts to add to the counts and sums of a summary. */
export type SummaryDelta = Omit<Summary, 'firstEntryTime' | 'lastExitTime'>;

/**
 * Returns the effect of a change on the counts and sums. Wins and losses are counted as in the statistics at threshold
 * 0.
 */
export function summaryDelta({ removed = [], added = [] }: TradeChange): SummaryDelta {
  const counted = (is: (plNet: number) => boolean) => countByResult(added, is) - countByResult(removed, is);
  const summed = (field: Money) => decimalText(minus(sumOf(added, field), sumOf(removed, field)));
  return {
    tradeCount: added.length - removed.length,
    winCount: counted((plNet) => plNet > 0),
    lossCount: counted((plNet) => plNet < 0),
    breakEvenCount: counted((plNet) => plNet === 0),
    plGross: summed('plGross'),
    feesPaid: summed('feesPaid'),
    plNet: summed('plNet'),
  };
}

type Money = 'plGross' | 'feesPaid' | 'plNet';

function countByResult(trades: readonly SummarizedTrade[], is: (plNet: number) => boolean): number {
  let count = 0;
  for (const { plNet } of trades) if (is(plNet)) count += 1;
  return count;
}

function sumOf(trades: readonly SummarizedTrade[], field: Money): ExactDecimal {
  const values = new Float64Array(trades.length);
  for (let i = 0; i < trades.length; i += 1) values[i] = trades[i]![field];
  return exactSum(values);
}

const decimalText = ({ mantissa, scale }: ExactDecimal): string => `${mantissa}e-${scale}`;

/** First entry and last exit of the trades of one asset. */
export interface AssetSpan {
  readonly symbol: string;
  readonly feed: string;
  readonly firstEntryTime: number;
  readonly lastExitTime: number;
}

export const assetSpans = (trades: readonly SummarizedTrade[]): AssetSpan[] =>
  joinSpans(
    trades.map(({ symbol, feed, entryTime: firstEntryTime, exitTime: lastExitTime }) => ({
      symbol,
      feed,
      firstEntryTime,
      lastExitTime,
    })),
  );

function joinSpans(parts: readonly AssetSpan[]): AssetSpan[] {
  const spans = new Map<string, AssetSpan>();
  for (const part of parts) {
    const { symbol, feed, firstEntryTime: first, lastExitTime: last } = part;
    const asset = `${symbol} ${feed}`;
    const known = spans.get(asset);
    if (known && known.firstEntryTime <= first && known.lastExitTime >= last) continue;
    spans.set(asset, {
      symbol,
      feed,
      firstEntryTime: Math.min(first, known?.firstEntryTime ?? first),
      lastExitTime: Math.max(last, known?.lastExitTime ?? last),
    });
  }
  return [...spans.values()];
}

/** The effect of a change of any number of trades on a summary. */
export interface SummaryChange {
  readonly delta: SummaryDelta;
  readonly removed: readonly AssetSpan[];
  readonly added: readonly AssetSpan[];
}

export const summaryChange = (change: TradeChange): SummaryChange => ({
  delta: summaryDelta(change),
  removed: assetSpans(change.removed ?? []),
  added: assetSpans(change.added ?? []),
});

/**
 * The bounds of an asset's span that must be searched for after a change. A bound is null if an added trade is at the
 * bound or beyond.
 */
export type LostEnds = Pick<AssetSpan, 'symbol' | 'feed'> & {
  readonly firstEntryTime: number | null;
  readonly lastExitTime: number | null;
};

/**
 * Returns the bounds of removed spans that no added trade covers. Searching for the first entry reads all trades of the
 * session. Most edits do not need the search, because the edited trade keeps its times.
 */
export const lostEnds = ({ removed, added }: SummaryChange): LostEnds[] =>
  removed
    .map(({ symbol, feed, firstEntryTime, lastExitTime }) => {
      const after = added.find((span) => span.symbol === symbol && span.feed === feed);
      return {
        symbol,
        feed,
        firstEntryTime: after && after.firstEntryTime <= firstEntryTime ? null : firstEntryTime,
        lastExitTime: after && after.lastExitTime >= lastExitTime ? null : lastExitTime,
      };
    })
    .filter(({ firstEntryTime, lastExitTime }) => firstEntryTime !== null || lastExitTime !== null);

/** Joins two changes into one, for changes that are made in several parts. */
export const joinChanges = (one: SummaryChange, other: SummaryChange): SummaryChange => ({
  delta: joinDeltas(one.delta, other.delta),
  removed: joinSpans([...one.removed, ...other.removed]),
  added: joinSpans([...one.added, ...other.added]),
});

function joinDeltas(one: SummaryDelta, other: SummaryDelta): SummaryDelta {
  const money = (field: Money) => decimalText(plus(parsedDecimal(one[field]), parsedDecimal(other[field])));
  return {
    tradeCount: one.tradeCount + other.tradeCount,
    winCount: one.winCount + other.winCount,
    lossCount: one.lossCount + other.lossCount,
    breakEvenCount: one.breakEvenCount + other.breakEvenCount,
    plGross: money('plGross'),
    feesPaid: money('feesPaid'),
    plNet: money('plNet'),
  };
}
