import type { ImportOptions } from './formats/import-options.js';
import { type ImportLimits, RunFileReading } from './run-file-reading.js';
import type { TradeFile } from './trade-file.js';

/**
 * Reads and checks a whole file of trades, written by another tool or by this service.
 * @param file path of the file, or its bytes as they arrive. The file is csv, JSON, a workbook, an HTML page, or a
 * zip with one such file.
 * @throws TradeFileError (400) if the file as a whole cannot be read; TradeFileTooLarge (413)
 */
export async function readTradeFile(
  file: string | AsyncIterable<Uint8Array>,
  options: ImportOptions,
  limits: ImportLimits,
): Promise<TradeFile> {
  return RunFileReading.during(options, limits, { asSessions: false }, async (reading) => {
    await reading.read(file);
    const [run] = reading.runs;
    await run!.convert();
    return run!.toTradeFile(reading.close);
  });
}
