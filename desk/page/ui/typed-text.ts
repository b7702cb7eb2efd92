import { isSignedOut } from '../../api/gateway-sign-in.js';

/** Form fields into which the user has typed. */
const typedInto = new Set<Element>();

/**
 * If the user is signed out, forms may contain typed text that could not be sent. In this case, the browser asks for
 * confirmation before the page is reloaded.
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

/** Removes the fields of forms that were closed. */
function dropClosed(): void {
  for (const field of typedInto) if (!field.isConnected) typedInto.delete(field);
}
