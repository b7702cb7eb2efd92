import { useEffect, useState } from 'preact/hooks';
import { type OpenedDrop, onDropChange, openedDrop } from './opened-drop.js';

export function useOpenedDrop(): OpenedDrop | null {
  const [opened, setOpened] = useState(openedDrop);
  useEffect(() => {
    const follow = () => setOpened(openedDrop());
    follow();
    return onDropChange(follow);
  }, []);
  return opened;
}
