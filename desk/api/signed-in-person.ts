import { useCaller } from './caller.js';

/** Returns the subject and the workspace of the person whom the gateway has signed in; undefined until they are known. */
export function useSignedInPerson(): string | undefined {
  const caller = useCaller(null);
  return caller && `${caller.subject ?? caller.key ?? ''} · ${caller.workspace}`;
}
