import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { CandleStore } from '../candles/candle-store.js';
import { CandleFileError } from '../candles/import/candle-file-error.js';
import { ImportSummary, importCandles } from '../candles/import/import-candles.js';
import { FEEDS, Feed, INTERVALS, Interval } from '../candles/intervals.js';
import { SeriesOverview } from '../candles/series-overview.js';
import { symbolProblem } from '../common/fields.js';
import { runCommand, withDatabase } from './command.js';
import { progress } from './progress.js';
import { table } from './table.js';

interface SeriesOptions {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval;
}

const program = new Command('candles').description('Historical candles in the store of the service.');

const feedOption = () =>
  new Option('--feed <feed>', 'market of the venue').choices(FEEDS).default('venue-spot');
const symbolOption = () =>
  new Option('--symbol <symbol>', 'e.g. BTCUSDT').argParser(parseSymbol).makeOptionMandatory();
const intervalOption = () =>
  new Option('--interval <interval>', 'length of a bar').choices(INTERVALS).makeOptionMandatory();

program
  .command('import')
  .description(
    'Import candle files: csv, csv.gz or zip, 12 columns as in the public archive or ts,open,high,low,close,volume.',
  )
  .addArgument(new Argument('<file...>', 'files of one series'))
  .addOption(feedOption())
  .addOption(symbolOption())
  .addOption(intervalOption())
  .action((files: string[], options: SeriesOptions) => importFiles(files, options));

program
  .command('list')
  .description('List the stored series with span, bars and gaps.')
  .action(() =>
    withDatabase(async (dataSource) => listSeries(await new CandleStore(dataSource).listSeries())),
  );

await runCommand(() => program.parseAsync());

function parseSymbol(text: string): string {
  const problem = symbolProblem(text, {});
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text.toUpperCase();
}

/** A file that is refused does not keep the others out; the exit code tells that one was. */
async function importFiles(
  files: readonly string[],
  { feed, symbol, interval }: SeriesOptions,
): Promise<void> {
  await withDatabase(async (dataSource) => {
    const store = new CandleStore(dataSource);
    for (const file of files) {
      const reading = progress(`${file}: checking`, 'bytes');
      const writing = progress(`${file}: storing`, 'bars');
      try {
        const summary = await importCandles(store, {
          file,
          feed,
          symbol,
          interval,
          now: Date.now(),
          onProgress: (stage, done, total) => (stage === 'read' ? reading : writing).update(done, total),
        });
        reading.stop();
        writing.stop();
        process.stdout.write(`${summaryLine(summary)}\n`);
      } catch (error) {
        reading.stop();
        writing.stop();
        if (!(error instanceof CandleFileError)) throw error;
        process.stderr.write(`${error.message}\nNothing of this file was stored.\n`);
        process.exitCode = 1;
      }
    }
  });
}

function summaryLine({
  file,
  rows,
  inserted,
  changed,
  unchanged,
  leftOut,
  firstTs,
  lastTs,
  gaps,
}: ImportSummary): string {
  const span =
    firstTs === null || lastTs === null ? 'no closed bar' : `${minute(firstTs)} to ${minute(lastTs)}`;
  const parts = [`${inserted} new`, `${changed} changed`, `${unchanged} unchanged`];
  if (leftOut > 0) parts.push(`${leftOut} not closed yet and left out`);
  parts.push(gaps === 1 ? '1 gap' : `${gaps} gaps`);
  return `${file}: ${rows} rows, ${span}: ${parts.join(', ')}`;
}

function listSeries(all: readonly SeriesOverview[]): void {
  if (all.length === 0) {
    process.stdout.write('No candles are stored.\n');
    return;
  }
  const head = ['feed', 'symbol', 'interval', 'first', 'last', 'bars', 'gaps', 'missing'];
  const rows = all.map(({ feed, symbol, interval, firstTs, lastTs, bars, gaps, missingBars }) => [
    feed,
    symbol,
    interval,
    firstTs === null ? '' : minute(firstTs),
    lastTs === null ? '' : minute(lastTs),
    String(bars),
    String(gaps),
    String(missingBars),
  ]);
  process.stdout.write(`${table([head, ...rows], ['bars', 'gaps', 'missing'])}\n`);
}

/** A time for people, UTC, to the minute. */
function minute(ts: number): string {
  return new Date(ts).toISOString().slice(0, 16).replace('T', ' ');
}
