import { plural } from '../../../report/format.js';
import { type RunFile, isPending, newSessions } from './run-file.js';

/** Returns a summary of the files, such as "10 files: 7 new sessions, 1 already there, 2 not recognised." */
export function summaryOf(files: readonly RunFile[], removed: ReadonlySet<string>): string {
  const count = (test: (file: RunFile) => boolean) => files.filter(test).length;
  const isIn =
    (...phases: readonly RunFile['phase'][]) =>
    ({ phase }: RunFile) =>
      phases.includes(phase);
  const stored = files.flatMap((file) => file.stored);
  const made = stored.filter(({ created }) => created);
  const gone = made.filter(({ session }) => removed.has(session.id)).length;
  const isAnyStored = files.some(isIn('stored'));
  const left = newSessions(files);
  const known =
    stored.length -
    made.length +
    files
      .filter((file) => file.phase === 'read' || file.phase === 'storing')
      .flatMap(({ preview }) => preview)
      .filter(({ sessionId }) => sessionId !== null && !removed.has(sessionId)).length;
  const parts: [number, string][] = [
    [made.length - gone, 'stored'],
    [gone, 'removed'],
    [left, isAnyStored ? 'still to store' : left === 1 ? 'new session' : 'new sessions'],
    [known, 'already there'],
    [count(isPending), 'being read'],
    [count(isIn('storing')), 'being stored'],
    [count(isIn('asking')), 'incomplete'],
    [count(isIn('unclear')), 'unclear'],
    [count(isIn('unrecognised')), 'not recognised'],
    [count(isIn('refused')), 'refused'],
  ];
  const said = parts.filter(([many]) => many > 0).map(([many, text]) => `${many} ${text}`);
  return `${plural(files.length, 'file')}${said.length > 0 ? `: ${said.join(', ')}` : ''}.`;
}
