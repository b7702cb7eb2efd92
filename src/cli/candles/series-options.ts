import { InvalidArgumentError, Option } from 'commander';
import { FEEDS, Feed, INTERVALS, Interval } from '../../candles/intervals.js';
import { symbolProblem } from '../../common/fields.js';

/** Which series a command is about. */
export interface SeriesOptions {
  readonly feed: Feed;
  readonly symbol: string;
  readonly interval: Interval;
}

export const seriesOptions = (): Option[] => [
  new Option('--feed <feed>', 'market of the venue').choices(FEEDS).default('venue-spot'),
  new Option('--symbol <symbol>', 'e.g. BTCUSDT').argParser(parseSymbol).makeOptionMandatory(),
  new Option('--interval <interval>', 'length of a bar').choices(INTERVALS).makeOptionMandatory(),
];

function parseSymbol(text: string): string {
  const problem = symbolProblem(text, {});
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return text.toUpperCase();
}
