import type { Bytes } from '../common/bytes.js';

/** An answer that is JSON already; a handler returns it in place of an object. */
export class JsonText {
  constructor(readonly bytes: Bytes) {}
}
