import type { ComponentChildren } from 'preact';
import { range } from '../dates.js';
import type { SheetData } from '../sheet-data.js';
import { ReplayProgress } from './replay-progress.js';

interface HeadProps {
  readonly data: SheetData;
  /** The actions on the session, shown next to its name. */
  readonly children?: ComponentChildren;
}

/** The head of the sheet, which names the session. */
export function Head({ data: { session, projectName }, children }: HeadProps) {
  const { tags, strategy, description } = session;
  return (
    <header class="head">
      <p class="path">{projectName}</p>
      <h1>{session.name}</h1>
      <p class="facts">{sessionFacts(session).join(' · ')}</p>
      <ReplayProgress session={session} />
      {strategy && <p class="facts">Strategy: {strategy}</p>}
      {tags.length > 0 && (
        <ul class="tags" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} class="tag">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {description && <p class="description">{description}</p>}
      {children}
    </header>
  );
}

/** Returns facts of the session: BTCUSDT · 15m · 1 Apr – 22 May 2023 (Europe/Berlin) · finished */
export function sessionFacts(session: SheetData['session']): string[] {
  const { assets, summary, accountTimezone, status } = session;
  const { firstEntryTime, lastExitTime } = summary;
  const markets = [...new Set(assets.map(({ symbol }) => symbol))];
  const timeframes = [...new Set(assets.map(({ timeframe }) => timeframe))];
  const dates =
    firstEntryTime === null ? 'no trades yet' : range(firstEntryTime, lastExitTime, accountTimezone);
  return [markets.join(', '), timeframes.join(', '), `${dates} (${accountTimezone})`, status];
}
