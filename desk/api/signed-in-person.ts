import { useEffect, useState } from 'preact/hooks';
import { onSignInChange } from './gateway-sign-in.js';
import { askJson } from './send.js';

/** A part of the response of `GET /me`. */
interface Caller {
  readonly workspace: string;
  readonly subject: string | null;
  readonly key: string | null;
}

let person: string | undefined;

/** Returns the subject and the workspace of the person whom the gateway has signed in; undefined until they are known. */
export function useSignedInPerson(): string | undefined {
  const [, setAnswered] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const ask = async () => {
      const { workspace, subject, key } = await askJson<Caller>('/me', { signal: leaving.signal });
      person = `${subject ?? key ?? ''} · ${workspace}`;
      setAnswered((before) => before + 1);
    };
    // A failure is ignored, because another request of the page shows the problem.
    const askQuietly = () => void ask().catch(() => undefined);
    if (person === undefined) askQuietly();
    // After a change of the sign-in, another person may be signed in.
    const stop = onSignInChange(askQuietly);
    return () => {
      stop();
      leaving.abort();
    };
  }, []);
  return person;
}
