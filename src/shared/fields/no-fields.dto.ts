/** A body without fields. The body may be left out or `{}`. */
export class NoFields {}
