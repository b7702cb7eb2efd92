/** A time for people, UTC, to the minute. */
export function minute(ts: number): string {
  return new Date(ts).toISOString().slice(0, 16).replace('T', ' ');
}
