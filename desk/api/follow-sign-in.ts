import { noticeChange } from './changes.js';
import { isSignedOut, onSignInChange } from './gateway-sign-in.js';
import { send } from './send.js';

/** Notices that the user has signed in again in another tab, as soon as the user returns to this tab. */
export function followSignIn(): void {
  let isAsking = false;
  const ask = async () => {
    if (!isSignedOut() || isAsking || document.visibilityState === 'hidden') return;
    isAsking = true;
    try {
      await send('/me');
    } catch {
      // The notice stays.
    } finally {
      isAsking = false;
    }
  };
  // Any accepted request shows that the user is signed in again. What has failed in the meantime is then asked for again.
  onSignInChange(() => !isSignedOut() && noticeChange());
  addEventListener('focus', () => void ask());
  document.addEventListener('visibilitychange', () => void ask());
}
