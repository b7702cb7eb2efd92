import { readAhead } from './read-ahead.js';
import {
  type FieldProblem,
  MAX_DETAILS,
  Problem,
  fieldsProblem,
  validationProblem,
} from '../../../shared/problems/problem.js';
import { decimalText } from '../../../shared/decimal/decimal-text.js';
import { decimalOf } from '../../../shared/decimal/exact-decimal.js';
import type { Asset } from '../../../sessions/asset.entity.js';
import { assetOfTrade } from '../../../trades/asset-of-trade.js';
import { newTrade } from '../../../trades/new-trade.js';
import { fileConflict } from './file-conflict.js';
import type { WantedMarket } from '../converted-trades.js';
import type { ImportedTrade } from '../imported-trade.js';
import type { ImportOptions } from '../formats/import-options.js';
import { MissingParameters } from '../missing-parameters.js';
import { type RunFile, readRunFile } from '../read-run-file.js';
import { readTradeFile } from '../read-trade-file.js';
import type { ImportLimits } from '../run-file-reading.js';
import type { RunOptions } from '../run-options.js';
import type { TradeFile } from '../trade-file.js';
import type { MoneySums } from './money-answers.js';
import type { TradeStamps } from './trade-stamps.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';
import type { TradesPart } from '../../../trades/trades-part.js';

/**
 * Receives, reads and checks a whole file. The trades stay in a temporary file until the file is closed.
 * @throws Problem VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export async function checkedFile(
  body: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  limits: ImportLimits,
  { assets, accountCurrency }: TargetSession,
): Promise<TradeFile> {
  const symbol = options.symbol ?? (assets.length === 1 ? assets[0]!.symbol : undefined);
  const known = { symbol, accountCurrency, multipliers: multipliersOf(assets) };
  const file = await readTradeFile(body, { ...options, ...known }, limits).catch(asProblem);
  try {
    requireNoProblem(file);
    const problems = file.markets.flatMap((market) => marketProblems(market, assets));
    if (problems.length > 0) throw validationProblem(problems);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The session that receives the trades of a file. */
export interface TargetSession {
  readonly assets: readonly Asset[];
  readonly accountCurrency: string;
}

/** Returns the multipliers of assets by symbol, as plain digits. Symbols of several feeds have none if these differ. */
function multipliersOf(assets: readonly Asset[]): ReadonlyMap<string, string> {
  const values = new Map<string, Set<number>>();
  for (const { symbol, contractPolicy } of assets)
    values.set(symbol, (values.get(symbol) ?? new Set()).add(contractPolicy.multiplier ?? 1));
  return new Map(
    [...values].flatMap(([symbol, all]) =>
      all.size === 1 ? [[symbol, decimalText(decimalOf([...all][0]!))] as const] : [],
    ),
  );
}

/**
 * Receives a whole file like `checkedFile`, with its runs.
 * @throws Problem VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export async function checkedRunFile(
  body: AsyncIterable<Uint8Array>,
  options: RunOptions,
  limits: ImportLimits,
): Promise<RunFile> {
  const file = await readRunFile(body, options, limits).catch(asProblem);
  try {
    for (const { trades } of file.runs) requireNoProblem(trades);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws Problem VALIDATION_FAILED */
function requireNoProblem({ problems, problemCount }: TradeFile): void {
  if (problemCount > 0) throw fieldsProblem('VALIDATION_FAILED', problems, MAX_DETAILS, problemCount);
}

function asProblem(error: unknown): never {
  if (error instanceof TradeFileError)
    throw validationProblem([{ field: error.field, message: error.message }]);
  if (error instanceof MissingParameters) throw validationProblem(error.problems);
  if (error instanceof TradeFileTooLarge) throw new Problem('PAYLOAD_TOO_LARGE', error.message);
  throw error;
}

/** Returns the asset of a market. A market with only a symbol and a feed can be looked up like a trade. */
function assetOf(
  { symbol, feed }: Pick<WantedMarket, 'symbol' | 'feed'>,
  assets: readonly Asset[],
): Asset | FieldProblem {
  return assetOfTrade({ symbol, ...(feed && { feed }) }, assets);
}

function marketProblems(market: WantedMarket, assets: readonly Asset[]): FieldProblem[] {
  const asset = assetOf(market, assets);
  if (!('field' in asset)) return [];
  return [{ field: asset.field, message: `${market[asset.field as 'symbol']} ${asset.message}` }];
}

/**
 * Number of trades that are built before other requests can run. One statement stores these trades. The number equals
 * the size of a batch.
 */
const PART = 500;

/**
 * Number of parts that are built while the server checks the rows of a statement. (Benchmark: "import of 100k trades,
 * csv".)
 */
const PARTS_AHEAD = 20;

/** Returns the asset of a trade of a checked file. */
export type AssetFinder = (trade: ImportedTrade) => Asset;

/**
 * Yields the trades of a checked file in parts. While a part is stored, the next parts are built.
 * @param stamps records each trade
 * @param sums adds up the money of each trade
 */
export const partsOf = (
  file: TradeFile,
  findAsset: AssetFinder,
  stamps: TradeStamps,
  sums: MoneySums,
): AsyncIterable<TradesPart> => readAhead(madeParts(file, findAsset, stamps, sums), PARTS_AHEAD);

async function* madeParts(
  file: TradeFile,
  findAsset: AssetFinder,
  stamps: TradeStamps,
  sums: MoneySums,
): AsyncGenerator<TradesPart> {
  const now = Date.now();
  for await (const batch of file.batches(PART)) {
    const trades = batch.map((input) => {
      const asset = findAsset(input);
      const trade = newTrade(input, asset, now);
      stamps.add(trade, asset.position);
      sums.add(trade, input.printedNet);
      return trade;
    });
    const previousOf = (index: number) => {
      const input = batch[index]!;
      return file
        .previousOf(input)
        .map((content) => newTrade({ ...input, ...content }, findAsset(input), now));
    };
    yield {
      trades,
      nameOf: (index) => `${file.rowsAre}[${batch[index]!.row}]`,
      previousOf,
      conflictOf: (index, stored) => fileConflict([trades[index]!, ...previousOf(index)], stored, file.stops),
    };
  }
}

/**
 * Returns a function that finds the asset of a trade among the assets of a session. The file of the trade must have
 * been checked with the same assets.
 */
export const amongAssets =
  (assets: readonly Asset[]): AssetFinder =>
  ({ symbol, feed }) => {
    const asset = assetOf({ symbol, feed }, assets);
    if ('field' in asset) throw new TypeError('the file was checked');
    return asset;
  };
