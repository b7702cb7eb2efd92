import type { SignedInPerson } from './signed-in-person.js';
import type { SignedOutNotice } from './signed-out-notice.js';

/** The parts of pages that are shown only behind a gateway that signs people in. */
interface GatewayParts {
  readonly SignedInPerson: typeof SignedInPerson;
  readonly SignedOutNotice: typeof SignedOutNotice;
}

let parts: Partial<GatewayParts> = {};

/** Returns the parts. Returns no parts if users enter a key, because the script of the parts is then not loaded. */
export const gatewayParts = (): Partial<GatewayParts> => parts;

export function setGatewayParts(loaded: GatewayParts): void {
  parts = loaded;
}
