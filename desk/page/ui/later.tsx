import { type ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * Returns a component whose script is loaded when the component is first shown. Until then it shows nothing. If the
 * script cannot be loaded, the page fails with a button that loads it again.
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
        loaded = await load();
        if (!isLeft) setShown(() => loaded);
      };
      read().catch((error: unknown) => {
        if (!isLeft) setFailure(error instanceof Error ? error : new Error(String(error)));
      });
      return () => {
        isLeft = true;
      };
    }, []);
    if (failure) throw failure;
    return Shown && <Shown {...props} />;
  };
}
