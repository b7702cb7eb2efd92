import { isBehindGateway } from './gateway-sign-in.js';
import { currentKey, offerKey } from './key.js';

/**
 * Reads the key of a one-time link, `#key=…&open=/sessions/ID`. Removes the key from the address at once, so that the
 * key appears neither in the history nor in a copied address. The user decides whether the key is used, because the
 * author of the link owns everything that is created with it. Behind a gateway that signs people in, the key is not
 * used.
 */
export function takeKeyFromAddress(): void {
  if (!location.hash.startsWith('#key=')) return;
  const parameters = new URLSearchParams(location.hash.slice(1));
  const open = parameters.get('open') ?? '/';
  history.replaceState(null, '', `#${open.startsWith('/') ? open : '/'}`);
  const secret = parameters.get('key');
  if (!secret || secret === currentKey() || isBehindGateway()) return;
  offerKey(secret);
}
