import { keptIn } from '../../api/storage.js';

/** The page that was open before a reload. A sign-in page in between would lose the fragment of the address. */
const place = keptIn('sessionStorage', 'review-desk-place');

/** Reloads the page, so that the gateway signs the user in, and then opens the same page of the desk again. */
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
