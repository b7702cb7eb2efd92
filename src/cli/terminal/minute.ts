/** Formats a time to the minute, in UTC. */
export function minute(ts: number): string {
  return new Date(ts).toISOString().slice(0, 16).replace('T', ' ');
}
