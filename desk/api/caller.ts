import { useEffect, useState } from 'preact/hooks';
import { askWith } from './check-key.js';
import { isBehindGateway, onSignInChange } from './gateway-sign-in.js';
import { askJson } from './send.js';

/** The response of `GET /me`. */
interface DeskCaller {
  readonly workspace: string;
  /** Name of the key; null for a token. */
  readonly key: string | null;
  /** Subject of the token; null for a key. */
  readonly subject: string | null;
  readonly scopes: readonly string[];
}

/** The callers by their key. The person whom the gateway has signed in has no key (null). */
const callers = new Map<string | null, DeskCaller>();
const asking = new Set<string | null>();
const listeners = new Set<() => void>();

/**
 * Returns the caller with a key, or for null the person whom the gateway has signed in. Returns undefined until the
 * caller is known, or if the service does not report it: older versions of the service have no such route.
 */
export function useCaller(secret: string | null): DeskCaller | undefined {
  const [, setAnswered] = useState(0);
  useEffect(() => {
    const follow = () => setAnswered((before) => before + 1);
    listeners.add(follow);
    if (!callers.has(secret) && (secret !== null || isBehindGateway())) askQuietly(secret);
    return () => {
      listeners.delete(follow);
    };
  }, [secret]);
  return callers.get(secret);
}

// After a change of the sign-in, another person may be signed in.
onSignInChange(() => askQuietly(null));

/** A failure is ignored, because another request of the page shows the problem. */
function askQuietly(secret: string | null): void {
  if (asking.has(secret)) return;
  asking.add(secret);
  ask(secret)
    .catch(() => undefined)
    .finally(() => asking.delete(secret));
}

async function ask(secret: string | null): Promise<void> {
  callers.set(secret, secret === null ? await askJson<DeskCaller>('/me') : await askFor(secret));
  for (const listener of listeners) listener();
}

async function askFor(secret: string): Promise<DeskCaller> {
  const response = await askWith(secret, '/me');
  if (!response.ok) throw new Error(`The service says ${response.status}.`);
  return (await response.json()) as DeskCaller;
}
