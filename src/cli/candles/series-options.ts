import { Command, InvalidArgumentError, Option } from 'commander';
import { INTERVALS } from '../../shared/market/intervals.js';
import { symbolProblem } from '../../shared/fields/value-rules.js';
import { FEEDS } from '../../shared/market/feeds.js';

/** Adds the options for a `SeriesKey` to a command. */
export const forSeries = (command: Command): Command =>
  command
    .addOption(new Option('--feed <feed>', 'market of the venue').choices(FEEDS).default('venue-spot'))
    .requiredOption('--symbol <symbol>', 'e.g. BTCUSDT', parseSymbol)
    .addOption(
      new Option('--interval <interval>', 'length of a bar').choices(INTERVALS).makeOptionMandatory(),
    );

function parseSymbol(text: string): string {
  const problem = symbolProblem(text, {});
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text.toUpperCase();
}
