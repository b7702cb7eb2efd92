import { useEffect } from 'preact/hooks';
import { currentKey, isKeyRefused, onKeyChange } from '../../api/key.js';
import { ErrorBoundary } from '../ui/error-boundary.js';
import { later } from '../ui/later.js';
import { forgetDrop } from './opened-drop.js';
import { useOpenedDrop } from './use-opened-drop.js';

const DropDialog = later(async () => (await import('./dialog/drop-dialog.js')).DropDialog);

/**
 * The dialog of dropped files. The dialog is above all pages. It therefore still shows what was stored, even after the
 * key was refused and the user has typed a new key.
 */
export function DropHost({ isOpenable }: { isOpenable: boolean }) {
  const opened = useOpenedDrop();
  useEffect(() => {
    // `rejectKey` records that a key was refused only after it has called all listeners, so the check runs in a
    // microtask.
    const follow = () => queueMicrotask(() => currentKey() === null && !isKeyRefused() && forgetDrop());
    return onKeyChange(follow);
  }, []);
  if (!opened?.isShown || !isOpenable) return null;
  return (
    <ErrorBoundary>
      <DropDialog opening={opened.opening} />
    </ErrorBoundary>
  );
}
