import { followSignIn } from '../../api/follow-sign-in.js';
import { forgetKey } from '../../api/key.js';
import { returnAfterSignIn } from '../router/kept-place.js';
import { setGatewayParts } from './gateway-parts.js';
import { SignedInPerson } from './signed-in-person.js';
import { SignedOutNotice } from './signed-out-notice.js';
import { askBeforeTypedTextIsLost } from './typed-text.js';

/** Prepares the page behind a gateway that signs people in. */
export function startBehindGateway(): void {
  setGatewayParts({ SignedInPerson, SignedOutNotice });
  // Behind a gateway, the page has no button that removes a key of an earlier visit.
  forgetKey();
  returnAfterSignIn();
  followSignIn();
  askBeforeTypedTextIsLost();
}
