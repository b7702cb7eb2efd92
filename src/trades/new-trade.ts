import { createHash } from 'node:crypto';
import { newId } from '../shared/fields/ids.js';
import { trimmedTags } from '../shared/fields/tags.js';
import { Asset } from '../sessions/asset.entity.js';
import { derivedFigures } from '../shared/figures/derived-figures.js';
import { TradeInput } from './ingest-trades.dto.js';
import { Trade } from './trade.entity.js';

/** Bits of `Trade.givenCosts`. */
const GIVEN_COST_BITS = { feesPaid: 1, spreadPaid: 2, slippagePaid: 4 } as const;

type Cost = keyof typeof GIVEN_COST_BITS;

export const COSTS = Object.keys(GIVEN_COST_BITS) as Cost[];

/**
 * Returns the trade of an input, with defaults and derived figures. The fields are listed explicitly, because objects
 * made by spreading take 10 to 40 times as long to create (benchmark row "ingest, batches of 500").
 */
export function newTrade(input: TradeInput, asset: Asset, now: number): Trade {
  const { side, qty, entryPrice, exitPrice, feesPaid, spreadPaid, slippagePaid } = input;
  const stopLoss = input.stopLoss ?? null;
  const pointValue = input.pointValue ?? asset.contractPolicy.multiplier ?? 1;
  const facts = {
    side,
    qty,
    entryPrice,
    exitPrice,
    stopLoss,
    pointValue,
    feesPaid,
    spreadPaid,
    slippagePaid,
  };
  const figures = derivedFigures(facts, asset.executionCostConfig);
  return {
    workspaceId: asset.workspaceId,
    sessionId: asset.sessionId,
    clientId: input.clientId,
    id: newId(),
    entryTime: input.entryTime,
    exitTime: input.exitTime,
    createdAt: now,
    qty,
    entryPrice,
    exitPrice,
    stopLoss,
    takeProfit: input.takeProfit ?? null,
    pointValue,
    feesPaid: figures.feesPaid,
    spreadPaid: figures.spreadPaid,
    slippagePaid: figures.slippagePaid,
    plGross: figures.plGross,
    plNet: figures.plNet,
    plPct: figures.plPct,
    rMultiple: figures.rMultiple,
    givenCosts: givenCostBits(input),
    symbol: asset.symbol,
    feed: asset.feed,
    side,
    positionId: input.positionId ?? null,
    secondLook: null,
    note: input.note ?? '',
    tags: trimmedTags(input.tags),
    updatedAt: null,
    sentHash: null,
  };
}

const givenCostBits = (input: TradeInput): number =>
  COSTS.reduce((bits, cost) => (input[cost] === undefined ? bits : bits | GIVEN_COST_BITS[cost]), 0);

/** Returns the names of the costs that were sent rather than computed. */
export const givenCostsOf = ({ givenCosts }: Pick<Trade, 'givenCosts'>): Cost[] =>
  COSTS.filter((cost) => (givenCosts & GIVEN_COST_BITS[cost]) !== 0);

/**
 * Fields that are sent with a trade, except the point value, costs and labels. Hashes of these fields are stored, so the
 * list must not change.
 */
const CONTENT_FIELDS = [
  'clientId',
  'side',
  'qty',
  'entryPrice',
  'entryTime',
  'exitPrice',
  'exitTime',
  'symbol',
  'feed',
  'stopLoss',
  'takeProfit',
  'note',
] as const satisfies readonly (keyof Trade)[];

/**
 * Returns whether a sent trade equals a stored trade, in its present content or in the content that was first sent.
 * Defaults are applied before the comparison. Derived figures are not compared: a later version of the formulas may
 * change them, and a client must still be able to send its trades again.
 */
export const isRepeat = (sent: Trade, stored: Trade): boolean =>
  sameContent(sent, stored) || (stored.sentHash !== null && contentHash(sent).equals(stored.sentHash));

/** Returns whether the content of two trades is equal. Costs that were computed are not compared. */
export const sameContent = (one: Trade, other: Trade): boolean =>
  one.givenCosts === other.givenCosts &&
  one.pointValue === other.pointValue &&
  CONTENT_FIELDS.every((field) => one[field] === other[field]) &&
  givenCostsOf(one).every((cost) => one[cost] === other[cost]);

/**
 * Returns a hash that is equal for trades with equal content. Columns that a later version adds do not change the hash.
 */
export function contentHash(trade: Trade): Buffer {
  const content = [
    ...CONTENT_FIELDS.map((field) => trade[field]),
    trade.givenCosts,
    ...givenCostsOf(trade).map((cost) => trade[cost]),
    // Hashes of trades from before there were point values are stored without one.
    ...(trade.pointValue === 1 ? [] : [trade.pointValue]),
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest();
}
