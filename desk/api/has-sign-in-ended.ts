import { isBehindGateway, isSignedOut } from './gateway-sign-in.js';
import { send } from './send.js';

/** Asks the gateway whether the sign-in has ended, after a file of the page could not be loaded. */
export async function hasSignInEnded(): Promise<boolean> {
  if (!isBehindGateway()) return false;
  await send('/me').catch(() => undefined);
  return isSignedOut();
}
