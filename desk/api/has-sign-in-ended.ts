import { isBehindGateway, isSignedOut } from './gateway-sign-in.js';
import { send } from './send.js';

/**
 * Sends a request to find out whether the sign-in at the gateway has ended. Called after a file of the page could not
 * be loaded.
 */
export async function hasSignInEnded(): Promise<boolean> {
  if (!isBehindGateway()) return false;
  await send('/me').catch(() => undefined);
  return isSignedOut();
}
