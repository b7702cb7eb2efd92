import { isBehindGateway } from './gateway-sign-in.js';
import { currentKey, offerKey, useKeyFromNowOn } from './key.js';

/**
 * Reads the key of a one-time link, `#key=…&open=/sessions/ID`. Removes the key from the address at once, so that the
 * key appears neither in the history nor in a copied address. If a key is in use, the user decides whether the key of
 * the link replaces it. Otherwise the author of the link would own everything that is created afterwards. Behind a
 * gateway that signs people in, the key is not used.
 */
export function takeKeyFromAddress(): void {
  if (!location.hash.startsWith('#key=')) return;
  const parameters = new URLSearchParams(location.hash.slice(1));
  const open = parameters.get('open') ?? '/';
  history.replaceState(null, '', `#${open.startsWith('/') ? open : '/'}`);
  const secret = parameters.get('key');
  if (!secret || secret === currentKey() || isBehindGateway()) return;
  if (currentKey() === null) useKeyFromNowOn(secret, false);
  else offerKey(secret);
}
