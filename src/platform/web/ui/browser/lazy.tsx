import {
  type ComponentType,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { CodeSpace } from '../feedback/code-space.tsx';
import { onceOnline } from './once-online.ts';

/**
 * A part of a screen whose code loads after the screen's own, so that the screen shows sooner.
 * Pages from the server contain only the placeholder. `preload` loads the code before the part is
 * shown. If it cannot be loaded, the page's error screen offers a retry. While offline, the
 * placeholder stays until the connection is back.
 *
 * React.lazy differs in two ways. It suspends for a moment even if the code is loaded, and so shows
 * the placeholder after a preload. And it remembers a failed load forever, where this one retries.
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
        // The next attempt loads it again.
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
    if (Part) return <Part {...props} />;
    return placeholder && <CodeSpace>{placeholder}</CodeSpace>;
  }
  return Object.assign(Lazy, { preload });
}

/** The code of the parts that the server renders, while it loads. */
const parts: Promise<unknown>[] = [];

export const partsLoaded = (): Promise<unknown> => Promise.all(parts);

/**
 * A part whose code also loads after the page's own, but which pages from the server contain. The
 * server's HTML stays on screen until the code has loaded and hydrates it. In a page that the
 * browser renders, the placeholder is shown until then.
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
    // The server has already loaded all parts (partsLoaded), and could not wait for one.
    const Loaded = (import.meta.env.SSR && loaded) || use(preload());
    return <Loaded {...props} />;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: likewise
  return function LazyPart(props: Props) {
    const [first] = useState(props);
    const [isLoaded, setIsLoaded] = useState(false);
    useEffect(() => {
      // A failure is thrown by the part itself.
      preload().then(
        () => setIsLoaded(true),
        () => {},
      );
    }, []);
    // The same element until then. With other props, React would discard the server's HTML and show
    // the placeholder.
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
 * Preloads a later step once the screen itself is shown. A failure appears when the step is
 * reached.
 */
export function usePreload({ preload }: { preload: () => Promise<unknown> }): void {
  useEffect(() => {
    preload().catch(() => {});
  }, [preload]);
}
