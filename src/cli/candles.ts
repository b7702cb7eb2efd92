import { Command } from 'commander';
import { CandleStore } from '../candles/candle-store.js';
import { FetchOptions, fetchCandles } from './candles/fetch.js';
import { parseInstant } from './instant.js';
import { importFiles } from './candles/import.js';
import { listSeries } from './candles/list.js';
import { SeriesOptions, seriesOptions } from './candles/series-options.js';
import { runCommand, withDatabase } from './command.js';

const program = new Command('candles').description('Historical candles in the store of the service.');

const forSeries = (command: Command): Command => {
  for (const option of seriesOptions()) command.addOption(option);
  return command;
};

forSeries(
  program
    .command('import')
    .description(
      'Import candle files: csv, csv.gz or zip, 12 columns as in the public archive or ts,open,high,low,close,volume.',
    )
    .argument('<file...>', 'files of one series'),
).action((files: string[], options: SeriesOptions) => importFiles(files, options));

forSeries(
  program
    .command('fetch')
    .description('Fetch a span from the venue: only what is not stored yet. Ctrl-C is safe.'),
)
  .requiredOption('--from <time>', 'first moment, a date or epoch milliseconds, UTC', parseInstant)
  .requiredOption('--to <time>', 'moment after the last', parseInstant)
  .action((options: FetchOptions) => fetchCandles(options));

program
  .command('list')
  .description('List the stored series with span, bars and gaps.')
  .action(() =>
    withDatabase(async (dataSource) => listSeries(await new CandleStore(dataSource).listSeries())),
  );

await runCommand(() => program.parseAsync());
