import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type DroppedItem, itemsOf } from './dropped-items.js';

/**
 * Accepts files that are dropped anywhere in the window. Without this hook, the browser would open a dropped file.
 * @param take receives the files and folders
 * @param isReady returns false while files cannot be accepted
 * @returns true while files are dragged over the window
 */
export function useFileDrop(take: (items: readonly DroppedItem[]) => void, isReady: () => boolean): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef({ take, isReady });
  latest.current = { take, isReady };
  // A layout effect adds the listeners before the page is shown. A file that is dropped without listeners would replace
  // the page.
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const canTake = latest.current.isReady();
      event.dataTransfer.dropEffect = canTake ? 'copy' : 'none';
      setOver(canTake);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (latest.current.isReady()) latest.current.take(itemsOf(event.dataTransfer));
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return isOver;
}
