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
  const source = sourceTexts(session, withSymbol).join(' · ');
  return (
    <>
      {differences.length > 0 && <span class="face apart">{differences.join(' · ')}</span>}
      {source !== '' && <span class="face">{source}</span>}
    </>
  );
}

/** Returns the time of the run, the markets, and the file of a session. The file is last, because it may be cut off. */
export function sourceTexts(
  { sourceFile, runAt, symbols, accountTimezone }: RankedEntry['session'],
  withSymbol = true,
): string[] {
  return [
    ...(runAt === null ? [] : [moment(runAt, accountTimezone)]),
    ...(symbols.length > 1 ? [plural(symbols.length, 'market')] : withSymbol ? symbols : []),
    ...(sourceFile === null ? [] : [sourceFile]),
  ];
}
