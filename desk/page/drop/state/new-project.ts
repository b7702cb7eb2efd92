import type { ProjectFields } from '../../../api/projects.js';
import type { RunFile } from './run-file.js';

/** Market of a project before a file with a market has been read. */
export const FIRST_MARKET = { symbol: 'BTCUSDT', timeframe: '1h' } as const;

/**
 * Returns the project that fits the files: named after the strategy of most sessions, or after the number of strategies
 * if none is the strategy of more than half of the sessions, with the most frequent symbol.
 */
export function projectFor(files: readonly RunFile[]): ProjectFields {
  const sessions = files.flatMap(({ preview }) => preview).map(({ session }) => session);
  const assets = sessions.flatMap((session) => session.assets);
  const [first] = files;
  const name =
    strategyName(sessions.map(({ strategy }) => strategy)) ?? first?.file.name.replace(/\.[^.]+$/, '');
  return {
    name: (name ?? '').slice(0, MAX_NAME).trim(),
    symbol: mostFrequent(assets.map(({ symbol }) => symbol)) ?? FIRST_MARKET.symbol,
    timeframe: mostFrequent(assets.map(({ timeframe }) => timeframe)) ?? FIRST_MARKET.timeframe,
  };
}

const MAX_NAME = 200;

/** Returns the strategy of more than half of the sessions, or else the number of strategies. */
function strategyName(all: readonly string[]): string | undefined {
  const strategies = all.filter((strategy) => strategy !== '');
  const most = mostFrequent(strategies);
  const sessions = strategies.filter((strategy) => strategy === most).length;
  return 2 * sessions > strategies.length || most === undefined
    ? most
    : `${new Set(strategies).size} strategies`;
}

/** Returns the most frequent text. If several texts are equally frequent, returns the first of these texts. */
function mostFrequent(texts: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best: string | undefined;
  for (const [text, many] of counts) if (best === undefined || many > counts.get(best)!) best = text;
  return best;
}
