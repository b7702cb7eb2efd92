import { readAhead } from './read-ahead.js';
import {
  type FieldProblem,
  MAX_DETAILS,
  Problem,
  fieldsProblem,
  validationProblem,
} from '../../problems/problem.js';
import type { Asset } from '../../sessions/asset.entity.js';
import { assetOfTrade } from '../../trades/asset-of-trade.js';
import { newTrade } from '../../trades/new-trade.js';
import { fileConflict } from './file-conflict.js';
import type { WantedMarket } from '../converted-trades.js';
import type { ImportedTrade } from '../imported-trade.js';
import type { ImportOptions } from '../formats/import-options.js';
import { type ImportLimits, type TradeFile, readTradeFile } from '../read-trade-file.js';
import type { TradeStamps } from './trade-stamps.js';
import { TradeFileError, TradeFileTooLarge } from '../files/trade-file-error.js';
import type { TradesPart } from '../../trades/trades-part.js';

/**
 * Receives, reads and checks a whole file. The trades stay in a temporary file until the file is closed.
 * @throws Problem VALIDATION_FAILED, PAYLOAD_TOO_LARGE
 */
export async function checkedFile(
  body: AsyncIterable<Uint8Array>,
  options: ImportOptions,
  limits: ImportLimits,
  assets: readonly Asset[],
): Promise<TradeFile> {
  const symbol = options.symbol ?? (assets.length === 1 ? assets[0]!.symbol : undefined);
  const file = await readTradeFile(body, { ...options, symbol }, limits).catch(asProblem);
  try {
    if (file.problemCount > 0)
      throw fieldsProblem('VALIDATION_FAILED', file.problems, MAX_DETAILS, file.problemCount);
    const problems = file.markets.flatMap((market) => marketProblems(market, assets));
    if (problems.length > 0) throw validationProblem(problems);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function asProblem(error: unknown): never {
  if (error instanceof TradeFileError)
    throw validationProblem([{ field: error.field, message: error.message }]);
  if (error instanceof TradeFileTooLarge) throw new Problem('PAYLOAD_TOO_LARGE', error.message);
  throw error;
}

/** Returns the asset of a market, for which symbol and feed are enough. */
function assetOf({ symbol, feed }: WantedMarket, assets: readonly Asset[]): Asset | FieldProblem {
  return assetOfTrade({ symbol, ...(feed && { feed }) }, assets);
}

function marketProblems(market: WantedMarket, assets: readonly Asset[]): FieldProblem[] {
  const asset = assetOf(market, assets);
  if (!('field' in asset)) return [];
  return [{ field: asset.field, message: `${market[asset.field as 'symbol']} ${asset.message}` }];
}

/**
 * Number of trades that are built before other requests can run, and that one statement stores. Equal to the size of a
 * batch.
 */
const PART = 500;

/**
 * Number of parts that are built while the server checks the rows of a statement. (Benchmark: "import of 100k trades,
 * csv".)
 */
const PARTS_AHEAD = 20;

/**
 * Yields the trades of a checked file in parts. While a part is stored, the next parts are built.
 * @param stamps records each trade
 */
export const partsOf = (
  file: TradeFile,
  assets: readonly Asset[],
  stamps: TradeStamps,
): AsyncIterable<TradesPart> => readAhead(madeParts(file, assets, stamps), PARTS_AHEAD);

async function* madeParts(
  file: TradeFile,
  assets: readonly Asset[],
  stamps: TradeStamps,
): AsyncGenerator<TradesPart> {
  const now = Date.now();
  for await (const batch of file.batches(PART)) {
    const trades = batch.map((input) => {
      const asset = checkedAssetOf(input, assets);
      const trade = newTrade(input, asset, now);
      stamps.add(trade, asset.position);
      return trade;
    });
    const previousOf = (index: number) => {
      const input = batch[index]!;
      return input.previous && newTrade({ ...input, ...input.previous }, checkedAssetOf(input, assets), now);
    };
    yield {
      trades,
      nameOf: (index) => `${file.rowsAre}[${batch[index]!.row}]`,
      previousOf,
      conflictOf: (index, stored) => {
        const previous = previousOf(index);
        return fileConflict([trades[index]!, ...(previous ? [previous] : [])], stored, file.stops);
      },
    };
  }
}

function checkedAssetOf(input: ImportedTrade, assets: readonly Asset[]): Asset {
  const asset = assetOf({ symbol: input.symbol, feed: input.feed }, assets);
  if ('field' in asset) throw new TypeError('the file was checked');
  return asset;
}
