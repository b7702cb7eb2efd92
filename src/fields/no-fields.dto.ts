/** A body without fields. Leaving it out and sending `{}` are the same. */
export class NoFields {}
