import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { onceOnline } from './once-online.ts';

/**
 * A part of a screen whose code is loaded after the screen's own, so that the screen shows sooner.
 * Pages from the server contain only the placeholder. `preload` loads the code before the part is
 * shown. If it cannot be loaded, the page's error screen offers to retry; without a network the
 * placeholder stays until there is one.
 *
 * Unlike this, React.lazy suspends for a moment even if the code is already loaded, and so shows
 * the placeholder after a preload; and it remembers a failed fetch for good, where this one tries
 * again.
 */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode,
) {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const preload = () => {
    loading ??= onceOnline(load)().then(
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

/** The code of parts that the server draws, as far as it is on its way. */
const parts: Promise<unknown>[] = [];

export const partsLoaded = (): Promise<unknown> => Promise.all(parts);

/**
 * A part whose code is loaded after the page's own too, but which pages from the server contain:
 * what they contain remains on screen until the code has arrived and takes it over. In a page that
 * the browser draws, the placeholder is shown until then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode,
) {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const preload = () => {
    loading ??= onceOnline(load)().then((component) => {
      loaded = component;
      return component;
    });
    return loading;
  };
  if (import.meta.env.SSR) parts.push(preload());

  // biome-ignore lint/correctness/noComponentHookFactories: created once for each part, when its module is loaded
  function Part(props: Props) {
    // The server has all parts at hand (partsLoaded), and could not wait for one.
    const Loaded = (import.meta.env.SSR && loaded) || use(preload());
    return <Loaded {...props} />;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: likewise
  return function LazyPart(props: Props) {
    const [first] = useState(props);
    const [isLoaded, setIsLoaded] = useState(false);
    useEffect(() => {
      // If it fails, the part itself throws.
      preload().then(
        () => setIsLoaded(true),
        () => {},
      );
    }, []);
    // Until then the same element: one with other props would make React throw the server's away
    // and show the placeholder.
    const shown = isLoaded ? props : first;
    return useMemo(
      () => (
        <Suspense fallback={placeholder}>
          <Part {...shown} />
        </Suspense>
      ),
      [shown],
    );
  };
}

/**
 * Loads what a later step needs once the screen itself is shown. A failure shows up when the step
 * is reached.
 */
export function usePreload({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    preload().catch(() => {});
  }, [preload]);
}
