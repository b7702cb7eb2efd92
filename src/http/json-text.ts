import type { Bytes } from '../text/bytes.js';

/** An answer that is JSON already; a handler returns it in place of an object. */
export class JsonText {
  constructor(readonly bytes: Bytes) {}
}
