import { Command } from 'commander';
import type { SeriesKey } from '../candles/candles.service.js';
import { FetchOptions, fetchCandles } from './candles/fetch.js';
import { parseInstant } from './terminal/instant.js';
import { importFiles } from './candles/import.js';
import { seriesTable } from './candles/list.js';
import { forSeries } from './candles/series-options.js';
import { withCandles } from './candles/with-candles.js';
import { runCommand } from './terminal/command.js';

const program = new Command('candles').description('Stored historical candles.');

forSeries(
  program
    .command('import')
    .description(
      'Import candle files: csv, csv.gz or zip, 12 columns as in the public archive or ts,open,high,low,close,volume.',
    )
    .argument('<file...>', 'files of one series'),
).action((files: string[], options: SeriesKey) => importFiles(files, options));

forSeries(
  program.command('fetch').description('Fetch the missing bars of a span from the venue. Ctrl-C is safe.'),
)
  .requiredOption('--from <time>', 'start, a date or epoch milliseconds, UTC', parseInstant)
  .requiredOption('--to <time>', 'end, exclusive', parseInstant)
  .action((options: FetchOptions) => fetchCandles(options));

program
  .command('list')
  .description('List the stored spans of each series, and the bars between them that were never loaded.')
  .action(() =>
    withCandles(async (candles) => {
      process.stdout.write(`${seriesTable(await candles.overview())}\n`);
    }),
  );

await runCommand(() => program.parseAsync());
