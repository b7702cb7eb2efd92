import { useEffect, useState } from 'preact/hooks';
import { askWith } from './check-key.js';

/** Of the answer of `GET /me`. */
interface KeyOwner {
  readonly workspace: string;
  readonly key: string;
}

const owners = new Map<string | null, string>();

/** The workspace and the name of a key; undefined until they are known, and where the service does not tell. */
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
    // The page works without: services of older versions have no such route.
    ask().catch(() => undefined);
  }, [secret]);
  return owners.get(secret);
}
