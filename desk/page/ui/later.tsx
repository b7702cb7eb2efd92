import { type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isSignedOut, onSignInChange } from '../../api/gateway-sign-in.js';
import { hasSignInEnded } from '../../api/has-sign-in-ended.js';

/**
 * Returns a component whose script is loaded when the component is first shown. The component shows nothing until the
 * script is loaded. If the script cannot be loaded, the page fails with a button that reloads the page. If the gateway
 * refused the script because the sign-in has ended, the component waits for the next sign-in instead.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    const [failure, setFailure] = useState<Error | null>(null);
    useEffect(() => {
      if (loaded) return;
      let isLeft = false;
      const read = async () => {
        try {
          loaded = await load();
          if (!isLeft) setShown(() => loaded);
        } catch (error) {
          const isWaiting = await hasSignInEnded();
          if (!isLeft && !isWaiting) setFailure(error instanceof Error ? error : new Error(String(error)));
        }
      };
      void read();
      const stop = onSignInChange(() => {
        if (!loaded && !isSignedOut()) void read();
      });
      return () => {
        isLeft = true;
        stop();
      };
    }, []);
    if (failure) throw failure;
    return Shown && <Shown {...props} />;
  };
}
