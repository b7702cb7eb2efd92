import { Problem } from './problem.js';

/** Returns the 403 for a write that a browser does not send from a page of the service itself. */
export const otherOrigin = (): Problem =>
  new Problem('FORBIDDEN', 'A browser may send this request only from a page of this service.');
