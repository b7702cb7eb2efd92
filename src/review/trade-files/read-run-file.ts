import { bareSymbolOf } from './columns/symbol-of.js';
import { TradeFileError } from './files/trade-file-error.js';
import type { ReadFacts } from './formats/run-facts.js';
import { MissingParameters, missingFacts, missingForTimes } from './missing-parameters.js';
import { type ImportLimits, RunFileReading } from './run-file-reading.js';
import type { RunOptions } from './run-options.js';
import type { RunReading } from './run-reading.js';
import type { TradeFile } from './trade-file.js';

/** A file whose runs are all read and checked. */
export interface RunFile {
  /** SHA-256 of the text of the file. */
  readonly digest: Buffer;
  /** The runs of the file; at least one. */
  readonly runs: readonly FileRun[];
  /** Removes the temporary files. */
  readonly close: () => Promise<void>;
}

export interface FileRun {
  /** Name of the strategy in a file that may have several. */
  readonly strategyName: string | undefined;
  readonly facts: ReadFacts;
  /** True if a trade of the file has no symbol. */
  readonly lacksSymbol: boolean;
  readonly trades: TradeFile;
}

/**
 * Reads and checks the trades of a file like `readTradeFile`. Also reads the facts about the runs of the file. A result
 * of freqtrade has a run for each strategy, unless the options name a strategy.
 * @throws TradeFileError, TradeFileTooLarge; MissingParameters
 */
export async function readRunFile(
  file: string | AsyncIterable<Uint8Array>,
  { symbol, ...others }: RunOptions,
  limits: ImportLimits,
): Promise<RunFile> {
  // The symbol is converted only if it was sent. Trades without a symbol then get the same ids as in a later import
  // into the session.
  const options = { ...others, ...(symbol !== undefined && { symbol: bareSymbolOf(symbol) }) };
  return RunFileReading.during(options, limits, { asSessions: true }, async (reading) => {
    await reading.read(file);
    const parametersOf = await reading.findParameters();
    const runs: FileRun[] = [];
    for (const [place, run] of reading.runs.entries()) {
      await requireParameters(run, options);
      await converted(run, options);
      const strategyName = reading.strategies[place];
      const parameters = parametersOf.get(strategyName ?? '');
      const facts = { ...run.getFacts(), ...(parameters && { parameters }) };
      runs.push({
        strategyName,
        facts,
        lacksSymbol: run.raws.lacksSymbol,
        trades: run.toTradeFile(reading.close),
      });
    }
    return { digest: reading.digest(), runs, close: reading.close };
  });
}

/** @throws MissingParameters */
async function requireParameters(run: RunReading, options: RunOptions): Promise<void> {
  const missing = missingFacts(run.raws, run.findInitialBalance(), options);
  if (missing.length > 0)
    throw new MissingParameters([...missing, ...(await missingForTimes(run.raws, options))]);
}

const OF_TIMES: ReadonlySet<string> = new Set(['timezone', 'dateOrder']);

/** @throws MissingParameters; TradeFileError */
async function converted(run: RunReading, options: RunOptions): Promise<void> {
  try {
    await run.convert();
  } catch (error) {
    if (!(error instanceof TradeFileError) || !OF_TIMES.has(error.field)) throw error;
    const missing = await missingForTimes(run.raws, options);
    throw missing.length > 0 ? new MissingParameters(missing) : error;
  }
}
