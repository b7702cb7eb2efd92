import { useKeyFromNowOn } from './key.js';

/**
 * Takes the key of a one-time link, `#key=…&open=/sessions/ID`, and removes it from the address at once, so that it is
 * neither in the history nor in what is copied from the address bar.
 */
export function takeKeyFromAddress(): void {
  if (!location.hash.startsWith('#key=')) return;
  const parameters = new URLSearchParams(location.hash.slice(1));
  const open = parameters.get('open') ?? '/';
  history.replaceState(null, '', `#${open.startsWith('/') ? open : '/'}`);
  const secret = parameters.get('key');
  if (secret) useKeyFromNowOn(secret, false);
}
