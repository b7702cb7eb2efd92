import type { EntityManager } from 'typeorm';
import type { ExecutionCosts } from '../../shared/market/execution-costs.js';
import {
  type DerivedFigures,
  type TradeFacts,
  derivedFigures,
} from '../../shared/figures/derived-figures.js';
import { givenCostsOf } from '../../trades/new-trade.js';
import type { Row } from './check-row.js';

const COLUMN_OF_FIGURE = {
  feesPaid: 'fees_paid',
  spreadPaid: 'spread_paid',
  slippagePaid: 'slippage_paid',
  plGross: 'pl_gross',
  plNet: 'pl_net',
  plPct: 'pl_pct',
  rMultiple: 'r_multiple',
} as const satisfies Record<keyof DerivedFigures, string>;

const FIGURES = Object.entries(COLUMN_OF_FIGURE) as [keyof DerivedFigures, string][];

/** Costs by session, symbol and feed. */
type CostsOfAssets = ReadonlyMap<string, ExecutionCosts>;

const SELECT_COSTS = `
  SELECT session_id AS session, symbol, feed, execution_cost_config AS costs FROM session_assets
  WHERE workspace_id = $1 AND session_id = ANY($2::uuid[])`;

interface AssetCosts {
  readonly session: string;
  readonly symbol: string;
  readonly feed: string;
  readonly costs: ExecutionCosts;
}

/** Reads the costs of the assets in the sessions of these trades. */
export async function costsOfAssets(
  transaction: EntityManager,
  workspaceId: string,
  trades: readonly Row[],
): Promise<CostsOfAssets> {
  const sessions = [...new Set(trades.map((row) => String(row['session_id']).toLowerCase()))];
  const assets = await transaction.query<AssetCosts[]>(SELECT_COSTS, [workspaceId, sessions]);
  return new Map(assets.map(({ session, symbol, feed, costs }) => [assetKey(session, symbol, feed), costs]));
}

/**
 * Returns the row of a valid trade. Replaces the figures of the file with the figures that an ingest computes.
 * @returns the same text if the figures are equal; null if the session has no such asset
 */
export function withFigures(text: string, row: Row, assets: CostsOfAssets): string | null {
  const costs = assets.get(assetKey(String(row['session_id']).toLowerCase(), row['symbol'], row['feed']));
  if (!costs) return null;
  const figures = derivedFigures(factsOf(row), costs);
  if (FIGURES.every(([figure, column]) => row[column] === figures[figure])) return text;
  const columns = Object.fromEntries(FIGURES.map(([figure, column]) => [column, figures[figure]]));
  return JSON.stringify({ ...row, ...columns });
}

function factsOf(row: Row): TradeFacts {
  const given = givenCostsOf({ givenCosts: row['given_costs'] as number });
  return {
    side: row['side'] as TradeFacts['side'],
    qty: row['qty'] as number,
    entryPrice: row['entry_price'] as number,
    exitPrice: row['exit_price'] as number,
    stopLoss: row['stop_loss'] as number | null,
    // Files of earlier versions have no such column.
    pointValue: (row['point_value'] ?? 1) as number,
    ...Object.fromEntries(given.map((cost) => [cost, row[COLUMN_OF_FIGURE[cost]]])),
  };
}

const assetKey = (session: string, symbol: unknown, feed: unknown): string =>
  `${session} ${String(symbol)} ${String(feed)}`;
