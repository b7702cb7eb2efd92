import { noticeChange } from './changes.js';
import { isBehindGateway, isSignedOut } from './gateway-sign-in.js';
import { send } from './send.js';

/** Asks the gateway whether the sign-in has ended, after a file of the page could not be loaded. */
export async function hasSignInEnded(): Promise<boolean> {
  if (!isBehindGateway()) return false;
  await send('/me').catch(() => undefined);
  return isSignedOut();
}

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
