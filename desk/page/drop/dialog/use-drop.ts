import { useEffect, useState } from 'preact/hooks';
import type { Opening } from '../opened-drop.js';
import { type Drop, dropOf } from '../state/drop.js';

/** Returns the drop that was opened, and renders again whenever it changes. */
export function useDrop(opening: Opening): Drop {
  const [, setTurn] = useState(0);
  const drop = dropOf(opening);
  useEffect(() => {
    const follow = () => setTurn((before) => before + 1);
    follow();
    return drop.onChange(follow);
  }, [drop]);
  return drop;
}
