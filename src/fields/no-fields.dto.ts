/** A body that has no fields: leaving it out and `{}` are the same. */
export class NoFields {}
