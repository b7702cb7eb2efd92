import { noticeChange } from './changes.js';
import { isSignedOut } from './gateway-sign-in.js';
import { send } from './send.js';

/** Notices that the user has signed in again in another tab, as soon as the user returns to this tab. */
export function followSignIn(): void {
  let isAsking = false;
  const ask = async () => {
    if (!isSignedOut() || isAsking || document.visibilityState === 'hidden') return;
    isAsking = true;
    try {
      await send('/me');
      noticeChange();
    } catch {
      // The notice stays.
    } finally {
      isAsking = false;
    }
  };
  addEventListener('focus', () => void ask());
  document.addEventListener('visibilitychange', () => void ask());
}
