import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A part of a screen whose code is loaded after the screen's own, so that the screen shows sooner. Prerendered pages contain only the
 * placeholder. `preload` loads the code before the part is shown. If it cannot be loaded, the page's error screen offers to retry.
 *
 * Unlike this, React.lazy suspends for a moment even if the code is already loaded, and so shows the placeholder after a preload; and
 * it remembers a failed fetch for good, where this one tries again.
 */
export function lazy<Props extends object>(load: () => Promise<ComponentType<Props>>, placeholder: ReactNode) {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const preload = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        // The next attempt fetches it again.
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: created once for each part, when its module is loaded
  function Lazy(props: Props) {
    const [Part, setPart] = useState<ComponentType<Props> | null>(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useEffect(() => {
      preload().then(() => setPart(() => loaded), setError);
    }, []);
    if (error) throw error;
    return Part ? <Part {...props} /> : placeholder;
  }
  return Object.assign(Lazy, { preload });
}

/** Loads what a later step needs once the screen itself is shown. A failure shows up when the step is reached. */
export function usePreload({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    preload().catch(() => {});
  }, [preload]);
}
