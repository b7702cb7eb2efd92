/** Notifies other parts of the page, and other tabs, that data was written, so that they read the data again. */
type Listener = () => void;

const listeners = new Set<Listener>();
const channel = new BroadcastChannel('review-desk');

channel.addEventListener('message', () => notify());

export function announceChange(): void {
  channel.postMessage('changed');
  notify();
}

export function onChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies only this tab. Other tabs detect the change themselves. */
export const noticeChange = (): void => notify();

function notify(): void {
  for (const listener of listeners) listener();
}
