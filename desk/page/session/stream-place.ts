/**
 * The maximum number of streams of all tabs together. A browser opens six connections to a host with HTTP/1.1, and
 * other requests need some of these connections.
 */
const PLACES = 3;

/** Runs a function if fewer than `PLACES` tabs are running such a function. Otherwise returns at once. */
export async function inStreamPlace(work: () => Promise<void>): Promise<void> {
  // Over plain HTTP, browsers provide locks only to pages from this machine. Without locks, the number of streams is
  // not limited.
  if (!('locks' in navigator)) return work();
  for (let place = 1; place <= PLACES; place += 1) {
    const isFree = await navigator.locks.request(
      `review-desk-stream-${place}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock) await work();
        return lock !== null;
      },
    );
    if (isFree) return;
  }
}
