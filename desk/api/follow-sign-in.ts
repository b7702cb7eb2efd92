import { noticeChange } from './changes.js';
import { isSignedOut, onSignInChange } from './gateway-sign-in.js';
import { send } from './send.js';

/** When the user returns to this tab, checks whether the user has signed in again in another tab. */
export function followSignIn(): void {
  let isAsking = false;
  const ask = async () => {
    if (!isSignedOut() || isAsking || document.visibilityState === 'hidden') return;
    isAsking = true;
    try {
      await send('/me');
    } catch {
      // The user is still signed out or the service cannot be reached, so the notice stays.
    } finally {
      isAsking = false;
    }
  };
  // Any accepted request shows that the user is signed in again. The page then repeats the requests that failed in the
  // meantime.
  onSignInChange(() => !isSignedOut() && noticeChange());
  addEventListener('focus', () => void ask());
  document.addEventListener('visibilitychange', () => void ask());
}
