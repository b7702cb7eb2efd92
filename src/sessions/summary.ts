import { type ExactDecimal, minus, parsedDecimal, plus } from '../decimal/exact-decimal.js';
import { exactSum } from '../decimal/exact-sum.js';
import type { Session } from './session.entity.js';

/** What the summary of a session holds of all its trades. Sums are exact, as decimal texts, the form of `numeric`. */
export interface Summary {
  readonly tradeCount: number;
  readonly winCount: number;
  readonly lossCount: number;
  readonly breakEvenCount: number;
  readonly plGross: string;
  readonly feesPaid: string;
  readonly plNet: string;
  /** Null without trades. */
  readonly firstEntryTime: number | null;
  readonly lastExitTime: number | null;
}

/** Of a session without trades. */
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

/** A session with the revisions of itself and of its stored summary. */
export type Versioned = Pick<Session, 'workspaceId' | 'id' | 'revision' | 'summaryRevision'>;

/** Whether the stored summary is that of the session as it is. An instance that knows no summaries leaves it behind. */
export const isSummaryOf = ({ revision, summaryRevision }: Pick<Versioned, 'revision' | 'summaryRevision'>) =>
  summaryRevision === revision;

/** Whether it is known that the session, as it was locked, had no trades. */
export const isKnownEmpty = (
  session: Pick<Session, 'revision' | 'summaryRevision' | 'tradeCount'>,
): boolean => isSummaryOf(session) && session.tradeCount === 0;

/** What a summary needs of a trade. */
export interface SummarizedTrade {
  readonly symbol: string;
  readonly feed: string;
  readonly entryTime: number;
  readonly exitTime: number;
  readonly plGross: number;
  readonly feesPaid: number;
  readonly plNet: number;
}

/** Trades that a write has taken away and added. An edited trade is both, as it was and as it is. */
export interface TradeChange {
  readonly removed?: readonly SummarizedTrade[];
  readonly added?: readonly SummarizedTrade[];
}

/** What is added to the counts and sums of a summary. */
export type SummaryDelta = Omit<Summary, 'firstEntryTime' | 'lastExitTime'>;

/** Wins and losses are those of the statistics at threshold 0. */
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

/** What a summary needs of a change of trades, however many they are. */
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

/** The ends of the span of an asset that a change leaves to be searched for; null for an end that an added trade covers. */
export type LostEnds = Pick<AssetSpan, 'symbol' | 'feed'> & {
  readonly firstEntryTime: number | null;
  readonly lastExitTime: number | null;
};

/**
 * The ends of removed spans. Most edits keep the times of their trade, which then covers both: searching for the first entry
 * reads all trades of the session.
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

/** Two changes as one, for those that are made part by part. */
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
