import { useEffect, useState } from 'preact/hooks';
import { reloadToSignIn } from '../router/kept-place.js';
import { hasBeenSignedIn, isSignedOut, onSignInChange } from '../../api/gateway-sign-in.js';

/** A notice that the sign-in at the gateway has ended. The page below stays unchanged, so no typed text is lost. */
export function SignedOutNotice() {
  const [isOut, setOut] = useState(isSignedOut);
  useEffect(() => onSignInChange(() => setOut(isSignedOut())), []);
  if (!isOut) return null;
  return (
    <div class="banner problem signed-out screen-only" role="alert">
      <p>
        {hasBeenSignedIn()
          ? 'Your session has ended. Reload the page to sign in again. To keep what you have typed, sign in in a new tab and come back.'
          : 'You are not signed in. Reload the page to sign in. If this notice returns, the gateway sends no valid token: tell the operator of the service.'}
      </p>
      <p class="buttons">
        <button type="button" class="primary" onClick={reloadToSignIn}>
          Reload
        </button>{' '}
        <a href="./" target="_blank" rel="noopener">
          Sign in in a new tab
        </a>
      </p>
    </div>
  );
}
