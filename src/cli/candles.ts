import { Command } from 'commander';
import type { SeriesKey } from '../candles/candles.service.js';
import { FetchOptions, fetchCandles } from './candles/fetch.js';
import { parseInstant } from './terminal/instant.js';
import { importFiles } from './candles/import.js';
import { seriesTable } from './candles/list.js';
import { checkMadeSeries, makeSeriesAgain } from './candles/made.js';
import { forSeries } from './candles/series-options.js';
import { withCandles } from './candles/with-candles.js';
import { runCommand } from './terminal/command.js';

const program = new Command('candles').description('Stored historical candles.');

forSeries(
  program
    .command('import')
    .description(
      'Import candle files, also in gzip or zip: csv of the public archive, of TradingView (chart export) or with ts,open,high,low,close,volume; JSON of freqtrade.',
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

program
  .command('check')
  .description('Check that every larger bar that was made from one-minute bars equals its minutes.')
  .action(() => withCandles(checkMadeSeries));

program
  .command('make')
  .description('Make the larger bars of all one-minute series again.')
  .action(() => withCandles(makeSeriesAgain));

await runCommand(() => program.parseAsync());
