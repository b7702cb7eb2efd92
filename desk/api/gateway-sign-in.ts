/**
 * The sign-in at a gateway in front of the service. The gateway identifies a person by a cookie, and adds a token to
 * each request. The page can only see whether its requests are accepted.
 */

let isOut = false;
let hasBeenIn = false;

const listeners = new Set<() => void>();

/** Returns true if a gateway signs people in (`DESK_AUTH=gateway`). The service writes this setting into the page. */
export const isBehindGateway = (): boolean =>
  document.querySelector('meta[name="desk-auth"]')?.getAttribute('content') === 'gateway';

/** Returns true if the last request was refused because the sign-in has ended. */
export const isSignedOut = (): boolean => isOut;

/** Returns true if a request was accepted since the page was loaded. */
export const hasBeenSignedIn = (): boolean => hasBeenIn;

export function noteSignedIn(): void {
  hasBeenIn = true;
  setOut(false);
}

export const noteSignedOut = (): void => setOut(true);

export function onSignInChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setOut(value: boolean): void {
  if (isOut === value) return;
  isOut = value;
  for (const listener of listeners) listener();
}
