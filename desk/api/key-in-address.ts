import { currentKey, offerKey, useKeyFromNowOn } from './key.js';

/**
 * Takes the key of a one-time link, `#key=…&open=/sessions/ID`, and removes it from the address at once, so that it is
 * neither in the history nor in what is copied from the address bar. A link never replaces a key that is in use by itself:
 * whoever made the link would own what is created from then on.
 */
export function takeKeyFromAddress(): void {
  if (!location.hash.startsWith('#key=')) return;
  const parameters = new URLSearchParams(location.hash.slice(1));
  const open = parameters.get('open') ?? '/';
  history.replaceState(null, '', `#${open.startsWith('/') ? open : '/'}`);
  const secret = parameters.get('key');
  if (!secret || secret === currentKey()) return;
  if (currentKey() === null) useKeyFromNowOn(secret, false);
  else offerKey(secret);
}
