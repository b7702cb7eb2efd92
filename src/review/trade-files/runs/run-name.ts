import { cleanText } from './clean-text.js';

const MAX_CHARACTERS = 200;

export interface RunNames {
  readonly name: string | undefined;
  readonly strategy: string;
  /** Start of the run, epoch ms; null if it is not known. */
  readonly rangeStart: number | null;
  readonly fileName: string | undefined;
  readonly source: string;
}

/**
 * Returns the name of the session of a run: the given name, otherwise the strategy and the start of the run, otherwise
 * the name of the file, otherwise the source and the time.
 * @param now epoch ms
 */
export function runName({ name, strategy, rangeStart, fileName, source }: RunNames, now: number): string {
  if (name !== undefined) return name;
  const ofStrategy = strategy !== '' && rangeStart !== null ? `${strategy}, ${minuteOf(rangeStart)}` : '';
  const names = [ofStrategy, fileName ?? ''].map((text) => cleanText(text, MAX_CHARACTERS));
  return names.find((text) => text !== '') ?? `${source}, ${minuteOf(now)}`;
}

/** Returns a time in UTC, such as `2023-03-18 14:15`. */
const minuteOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
