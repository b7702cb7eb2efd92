import { isSignedOut } from '../../api/gateway-sign-in.js';

/** Fields of forms into which the user has typed. */
const typedInto = new Set<Element>();

/**
 * Lets the browser ask before a page is reloaded whose forms contain typed text that could not be sent, because the user
 * is signed out.
 */
export function askBeforeTypedTextIsLost(): void {
  document.addEventListener('input', ({ target }) => {
    dropClosed();
    if (target instanceof Element && target.closest('form')) typedInto.add(target);
  });
  addEventListener('beforeunload', (event) => {
    dropClosed();
    if (isSignedOut() && typedInto.size > 0) event.preventDefault();
  });
}

/** Drops the fields of forms that were closed. */
function dropClosed(): void {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
}
