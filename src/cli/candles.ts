import { Command, InvalidArgumentError, Option } from 'commander';
import { FetchOptions, fetchCandles } from './candles/fetch.js';
import { parseInstant } from './terminal/instant.js';
import { type CandleFileOptions, importFiles } from './candles/import.js';
import { timezoneProblem } from '../shared/fields/timezone.js';
import { DATE_ORDERS } from '../shared/market/wall-time.js';
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
      'Import candle files, also in gzip or zip: csv with columns for time, open, high, low and close, or of the public archive; JSON of freqtrade.',
    )
    .argument('<file...>', 'files of one series'),
)
  .option('--timezone <zone>', 'time zone (IANA name) of times without an offset', parseZone)
  .addOption(
    new Option('--date-order <order>', 'order of dates that do not begin with the year').choices(DATE_ORDERS),
  )
  .option(
    '--from <time>',
    'start of the span that the files cover, a date or epoch milliseconds, UTC',
    parseInstant,
  )
  .option('--to <time>', 'end of that span, exclusive', parseInstant)
  .action((files: string[], options: CandleFileOptions) => importFiles(files, options));

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

function parseZone(text: string): string {
  const problem = timezoneProblem(text, {});
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text;
}
