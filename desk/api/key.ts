import { keptIn } from './storage.js';

const NAME = 'review-desk-key';

const tab = keptIn('sessionStorage', NAME);
const device = keptIn('localStorage', NAME);

let key = tab.read() ?? device.read();
let isRefused = false;
let offered: string | null = null;

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

export const currentKey = (): string | null => key;

/** Returns true if there is no key because the API refused the key. */
export const isKeyRefused = (): boolean => isRefused;

/** The key of a link that was opened. The user decides whether to use it. */
export const offeredKey = (): string | null => offered;

export function offerKey(secret: string | null): void {
  offered = secret;
  notify();
}

/** @param remember true if the key is kept on this device; otherwise the key is kept for this tab only */
export function useKeyFromNowOn(secret: string, remember: boolean): void {
  key = secret;
  isRefused = false;
  offered = null;
  tab.write(secret);
  if (remember) device.write(secret);
  notify();
}

export function forgetKey(): void {
  key = null;
  isRefused = false;
  tab.remove();
  device.remove();
  notify();
}

/**
 * Drops a key that the API no longer accepts. If another tab has stored a different key in the meantime, uses that key.
 */
export function rejectKey(rejected: string): void {
  if (key !== rejected) return;
  const stored = device.read();
  if (stored !== null && stored !== rejected) return useKeyFromNowOn(stored, false);
  forgetKey();
  isRefused = true;
}

export function onKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows other tabs: uses a key that another tab stores, and drops a key that another tab removes. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key: name, oldValue, newValue }) => {
    if (name !== NAME) return;
    if (newValue === null && oldValue === key) forgetKey();
    if (newValue !== null && key === null) useKeyFromNowOn(newValue, false);
  });
}
