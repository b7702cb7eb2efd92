import type { ProjectFields } from '../../../api/projects.js';
import { plural } from '../../../report/format.js';
import type { RunFile } from './run-file.js';

type Read = Pick<RunFile, 'file' | 'preview'>;

/**
 * Returns the project that fits the files: with the most frequent symbol, and named after the strategy of more than half
 * of the sessions, or else after the number of strategies. Without strategies, it is named after its file or the number of
 * files.
 */
export function projectFor(files: readonly Read[]): ProjectFields {
  const sessions = files.flatMap(({ preview }) => preview).map(({ session }) => session);
  const assets = sessions.flatMap((session) => session.assets);
  return {
    name: (nameOf(sessions) ?? nameOfFiles(files)).slice(0, MAX_NAME).trim(),
    symbol: mostFrequent(assets.map(({ symbol }) => symbol))?.text ?? '',
    timeframe: mostFrequent(assets.map(({ timeframe }) => timeframe))?.text ?? DEFAULT_TIMEFRAME,
  };
}

const MAX_NAME = 200;

/** The timeframe of sessions whose files do not say it, as in a preview without a project. */
const DEFAULT_TIMEFRAME = '1h';

function nameOfFiles([first, ...others]: readonly Read[]): string {
  if (others.length > 0) return `${others.length + 1} files`;
  return first?.file.name.replace(/\.[^.]+$/, '') ?? '';
}

function nameOf(sessions: readonly { readonly strategy: string }[]): string | undefined {
  const strategies = sessions.map(({ strategy }) => strategy).filter((strategy) => strategy !== '');
  const most = mostFrequent(strategies);
  if (!most || most.count * 2 > strategies.length) return most?.text;
  return plural(new Set(strategies).size, 'strategy', 'strategies');
}

/** Returns the most frequent text. If several texts are equally frequent, returns the first of these texts. */
function mostFrequent(texts: readonly string[]): { readonly text: string; readonly count: number } | null {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one);
  return first ? { text: first[0], count: first[1] } : null;
}
