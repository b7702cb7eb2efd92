import { newId } from '../common/ids.js';
import { Asset } from '../sessions/asset.entity.js';
import { derivedFigures } from './derived-figures.js';
import { TradeInput } from './ingest-trades.dto.js';
import { Trade } from './trade.entity.js';

/** Bits of `Trade.givenCosts`. */
const GIVEN_COST = { feesPaid: 1, spreadPaid: 2, slippagePaid: 4 } as const;

/** The trade that an input asks for: its defaults filled in, its figures derived. */
export function newTrade(input: TradeInput, asset: Asset, now: number): Trade {
  const { side, qty, entryPrice, exitPrice, feesPaid, spreadPaid, slippagePaid } = input;
  const stopLoss = input.stopLoss ?? null;
  const facts = { side, qty, entryPrice, exitPrice, stopLoss, feesPaid, spreadPaid, slippagePaid };
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
    feesPaid: figures.feesPaid,
    spreadPaid: figures.spreadPaid,
    slippagePaid: figures.slippagePaid,
    plGross: figures.plGross,
    plNet: figures.plNet,
    plPct: figures.plPct,
    rMultiple: figures.rMultiple,
    givenCosts: givenCosts(input),
    symbol: asset.symbol,
    feed: asset.feed,
    side,
    note: input.note ?? '',
  };
}

const givenCosts = ({ feesPaid, spreadPaid, slippagePaid }: TradeInput): number =>
  (feesPaid === undefined ? 0 : GIVEN_COST.feesPaid) |
  (spreadPaid === undefined ? 0 : GIVEN_COST.spreadPaid) |
  (slippagePaid === undefined ? 0 : GIVEN_COST.slippagePaid);

const SENT_FIELDS = [
  'entryTime',
  'exitTime',
  'qty',
  'entryPrice',
  'exitPrice',
  'stopLoss',
  'takeProfit',
  'symbol',
  'feed',
  'side',
  'note',
  'givenCosts',
] as const satisfies readonly (keyof Trade)[];

/**
 * Whether two trades were sent with the same content, after defaults. Derived figures do not count: they may change
 * with a later version of the formulas, and a client that asks again must not be refused for that.
 */
export function sameContent(one: Trade, other: Trade): boolean {
  return (
    SENT_FIELDS.every((field) => one[field] === other[field]) &&
    Object.entries(GIVEN_COST).every(
      ([cost, bit]) =>
        (one.givenCosts & bit) === 0 ||
        one[cost as keyof typeof GIVEN_COST] === other[cost as keyof typeof GIVEN_COST],
    )
  );
}
