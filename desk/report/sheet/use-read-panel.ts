import { useEffect, useState } from 'preact/hooks';

/** Pixels below the top of the window. The last panel that begins above this line is the one that is read. */
const READ_LINE = 64;

/** Returns the id of the panel at the reading position. */
export function useReadPanel(ids: readonly string[]): string | undefined {
  const [read, setRead] = useState(ids[0]);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      setRead(readOf(ids));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [ids.join()]);
  return read;
}

/** Returns the last panel that begins above the reading position; of panels side by side, the first. */
function readOf(ids: readonly string[]): string | undefined {
  const tops = ids.flatMap((id) => {
    const top = document.getElementById(id)?.getBoundingClientRect().top;
    return top === undefined ? [] : [{ id, top }];
  });
  // The last panels may be too short to ever reach the reading position.
  const isAtEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const limit = isAtEnd ? Infinity : READ_LINE;
  let read = tops[0];
  for (const place of tops) if (place.top <= limit && place.top > read!.top) read = place;
  return read?.id;
}
