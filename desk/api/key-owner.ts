import { useEffect, useState } from 'preact/hooks';
import { askWith } from './check-key.js';

/** A part of the response of `GET /me`. */
interface KeyOwner {
  readonly workspace: string;
  readonly key: string;
}

const owners = new Map<string | null, string>();

/**
 * Returns the workspace and the name of a key. Returns undefined until they are known, or if the service does not
 * report them.
 */
export function useKeyOwner(secret: string | null): string | undefined {
  const [, setAnswered] = useState(0);
  useEffect(() => {
    if (secret === null || owners.has(secret)) return;
    const ask = async () => {
      const response = await askWith(secret, '/me');
      if (!response.ok) return;
      const { workspace, key } = (await response.json()) as KeyOwner;
      owners.set(secret, `${workspace} · ${key}`);
      setAnswered((before) => before + 1);
    };
    // The page works without the owner: older versions of the service have no such route.
    ask().catch(() => undefined);
  }, [secret]);
  return owners.get(secret);
}
