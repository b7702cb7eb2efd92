import { moment } from '../../report/dates.js';
import { plural } from '../../report/format.js';
import type { RankedEntry } from './differences.js';

interface SessionFaceProps {
  readonly session: RankedEntry['session'];
  /** Texts that tell the session apart from the sessions with the same name. */
  readonly differences: readonly string[];
  /** True if the symbol of a session with one market is shown. */
  readonly withSymbol?: boolean;
}

/** The differences from sessions with the same name, the time of the run, the markets and the file, below a name. */
export function SessionFace({ session, differences, withSymbol = true }: SessionFaceProps) {
  const source = sourceTexts(session, withSymbol);
  const file = fileBeside(session);
  return (
    <>
      {differences.length > 0 && <span class="face apart">{differences.join(' · ')}</span>}
      {(source !== '' || file !== null) && (
        <span class="face source">
          {source !== '' && <span>{source}</span>}
          {source !== '' && file !== null && <span class="separator">·</span>}
          {file !== null && (
            <span class="file">
              <bdi>{file}</bdi>
            </span>
          )}
        </span>
      )}
    </>
  );
}

/** Returns whether a session has a line with the time of its run, its markets and its file. */
export const hasSourceLine = (session: RankedEntry['session'], withSymbol: boolean): boolean =>
  sourceTexts(session, withSymbol) !== '' || fileBeside(session) !== null;

/** Returns the time of the run and the markets. */
function sourceTexts(
  { runAt, symbols, accountTimezone }: RankedEntry['session'],
  withSymbol: boolean,
): string {
  const run = runAt === null ? [] : [moment(runAt, accountTimezone)];
  const markets = symbols.length > 1 ? [plural(symbols.length, 'market')] : withSymbol ? symbols : [];
  return [...run, ...markets].join(' · ');
}

/** Returns the file of a session; null if the name of the session begins with it. */
const fileBeside = ({ sourceFile, name }: RankedEntry['session']): string | null =>
  sourceFile !== null && name.startsWith(sourceFile.replace(/\.[^.]+$/, '')) ? null : sourceFile;
