import { keptIn } from '../../api/storage.js';

/**
 * The address of the page that was open before a reload. If a sign-in page is shown in between, the fragment of the
 * address is lost.
 */
const place = keptIn('sessionStorage', 'review-desk-place');

/**
 * Reloads the page, so that the gateway signs the user in. `returnAfterSignIn` then opens the same page of the desk
 * again.
 */
export function reloadToSignIn(): void {
  place.write(location.hash);
  location.reload();
}

/** Opens the page that was open before the user signed in. */
export function returnAfterSignIn(): void {
  const fragment = place.read();
  place.remove();
  if (fragment && location.hash === '') history.replaceState(null, '', fragment);
}
