import { useEffect, useState } from 'preact/hooks';
import { takeKeyFromAddress } from '../../api/key-in-address.js';
import { type Route, routeOf } from './route.js';

/** Returns the route of the address. Scrolls a newly opened page to its top. */
export function useRoute(): Route {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const follow = () => {
      takeKeyFromAddress();
      setFragment((before) => {
        if (pathOf(before) !== pathOf(location.hash)) scrollTo(0, 0);
        return location.hash;
      });
    };
    addEventListener('hashchange', follow);
    // The address may have changed while the page was starting.
    follow();
    return () => removeEventListener('hashchange', follow);
  }, []);
  return routeOf(fragment);
}

const pathOf = (fragment: string): string => fragment.split('?')[0] ?? '';

export function open(link: string): void {
  location.hash = link;
}

/** Opens another page, and resolves when it has replaced the present page. */
export function leaveFor(link: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('hashchange', () => setTimeout(resolve), { once: true });
    open(link);
  });
}

/** Replaces the address with another state of the same page, without a new entry in the history. */
export function replaceLink(link: string): void {
  history.replaceState(null, '', link);
  dispatchEvent(new HashChangeEvent('hashchange'));
}
