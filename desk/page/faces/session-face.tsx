import { moment } from '../../report/dates.js';
import { plural } from '../../report/format.js';
import type { RankedEntry } from './differences.js';

interface SessionFaceProps {
  readonly session: RankedEntry['session'];
  /** What tells the session apart from the sessions with the same name. */
  readonly differences: readonly string[];
  /** True if the symbol of a session with one market is shown. */
  readonly withSymbol?: boolean;
}

/** What tells a session apart, its file, the time of its run, and its markets, below its name. */
export function SessionFace({ session, differences, withSymbol = true }: SessionFaceProps) {
  const source = sourceTexts(session, withSymbol).join(' · ');
  return (
    <>
      {differences.length > 0 && <span class="face apart">{differences.join(' · ')}</span>}
      {source !== '' && <span class="face">{source}</span>}
    </>
  );
}

/** Returns the file, the time of the run, and the markets of a session. */
export function sourceTexts(
  { sourceFile, runAt, symbols, accountTimezone }: RankedEntry['session'],
  withSymbol = true,
): string[] {
  return [
    ...(sourceFile === null ? [] : [sourceFile]),
    ...(runAt === null ? [] : [moment(runAt, accountTimezone)]),
    ...(symbols.length > 1 ? [plural(symbols.length, 'market')] : withSymbol ? symbols : []),
  ];
}
