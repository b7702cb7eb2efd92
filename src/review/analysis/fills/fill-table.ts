import { type IdColumn, type TextColumn, idAt } from '../../../platform/database/copy/copied-columns.js';
import { MINUTE_MS } from '../../../shared/market/intervals.js';
import { excursionWindow } from '../excursions/excursion-window.js';
import { EXACT_STAMPS, NOTHING_CERTAIN, type StampResolution } from '../minutes/stamp-resolution.js';
import { minuteCount } from './fill-bars.js';
import { fillsOf } from './fill-number.js';
import { FillCounter, type FillSummary } from './fill-summary.js';
import { type Finding, FindingBuilder, type FindingList } from './findings.js';
import { type FillFacts, judgeFill } from './judge-fill.js';
import { judgeOrders } from './judge-orders.js';
import type { JudgedTrades } from './judged-trades.js';
import type { LevelWalks } from './level-walks.js';

/** The smallest price step of an asset; null if no bar of its fills is known. */
export interface AssetTick {
  readonly asset: number;
  readonly tick: number | null;
}

/** The findings about the trades of a session, in trade order. Pages of the response are made from this table. */
export interface FillTable {
  /** Resolution of the times; null if the times do not fit the candles. */
  readonly resolution: StampResolution | null;
  readonly ticks: readonly AssetTick[];
  readonly summary: FillSummary;
  /** Number of bars that were read. */
  readonly bars: number;
  readonly findings: FindingList;
  /** 1 for a trade whose entry and exit may lie in one bar. */
  readonly sameBar: Uint8Array;
  readonly count: number;
  /** Number of all trades of the session. The table may contain only some of these trades. */
  readonly of: number;
  readonly entryTime: Float64Array;
  readonly exitTime: Float64Array;
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

interface NamedTrades {
  readonly ids: IdColumn;
  readonly clientIds: TextColumn;
}

export function fillTable(
  facts: FillFacts,
  walks: LevelWalks,
  { ids, clientIds }: NamedTrades,
  bars: number,
  of = facts.trades.count,
): FillTable {
  const { trades, resolution } = facts;
  const counter = new FillCounter();
  const findings = new FindingBuilder();
  const sameBar = new Uint8Array(trades.count);
  const add = (trade: number, finding: Finding) => {
    counter.addFinding(finding);
    findings.add(trade, finding);
  };
  for (let trade = 0; trade < trades.count; trade += 1) {
    sameBar[trade] = Number(isSameBar(trades, trade, resolution ?? EXACT_STAMPS));
    counter.addTrade({ isComplete: hasAllBars(facts, walks, trade), isSameBar: sameBar[trade] === 1 });
    for (const fill of fillsOf(trade)) {
      const judged = judgeFill(facts, fill);
      counter.addFill(fill, judged);
      for (const finding of judged.findings) add(trade, finding);
    }
    if (resolution === null) continue;
    for (const finding of judgeOrders(trades, walks, trade, resolution)) add(trade, finding);
  }
  return {
    resolution,
    ticks: ticksOf(facts),
    summary: counter.summary(trades.count, (trade) => idAt(ids, trade)),
    bars,
    findings: findings.list(),
    sameBar,
    count: trades.count,
    of,
    // The columns are copied, because their memory contains more than the columns.
    entryTime: trades.entryTime.slice(0, trades.count),
    exitTime: trades.exitTime.slice(0, trades.count),
    ids: { bytes: new Uint8Array(ids.bytes) },
    clientIds: { bytes: new Uint8Array(clientIds.bytes), ends: clientIds.ends.slice() },
  };
}

const ticksOf = ({ bars, decimals }: FillFacts): AssetTick[] =>
  Array.from(decimals, ([asset, digits]) => ({
    asset,
    tick: bars.assets.has(asset) ? Number(`1e-${digits}`) : null,
  })).toSorted((a, b) => a.asset - b.asset);

/** Returns whether entry and exit may lie in the same bar, if bars have the longest possible length. */
function isSameBar(
  { entryTime, exitTime }: JudgedTrades,
  trade: number,
  { entryMs, exitMs }: StampResolution,
) {
  const lengthMs = Math.max(entryMs, exitMs, MINUTE_MS);
  return Math.floor(entryTime[trade]! / lengthMs) === Math.floor(exitTime[trade]! / lengthMs);
}

function hasAllBars({ trades, resolution }: FillFacts, { seen }: LevelWalks, trade: number): boolean {
  const [entryTime, exitTime] = [trades.entryTime[trade]!, trades.exitTime[trade]!];
  const { possible } = excursionWindow(entryTime, exitTime, resolution ?? NOTHING_CERTAIN);
  return seen[trade] === minuteCount(possible);
}

const viewsOf = ({
  findings,
  sameBar,
  entryTime,
  exitTime,
  ids,
  clientIds,
}: FillTable): ArrayBufferView[] => [
  findings.numbers,
  sameBar,
  entryTime,
  exitTime,
  ids.bytes,
  clientIds.bytes,
  clientIds.ends,
];

/** Returns the memory of the columns. Each column has separate memory. */
export const memoryOfFills = (table: FillTable): ArrayBuffer[] =>
  viewsOf(table).map(({ buffer }) => buffer as ArrayBuffer);

export const byteLengthOfFills = (table: FillTable): number =>
  viewsOf(table).reduce((sum, { byteLength }) => sum + byteLength, 0);
