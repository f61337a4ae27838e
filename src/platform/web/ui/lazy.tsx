import {
  Suspense,
  startTransition,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
} from 'react';
import { CodeSpace } from './elements.tsx';

/**
 * A part whose code loads after the screen's own. Pages from the server contain only the
 * placeholder. While offline, the placeholder stays until the connection is back.
 * Unlike React.lazy, it does not suspend if the code was preloaded, and it retries a failed load.
 */
export function lazy<Code, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
  placeholder: React.ReactNode = null,
) {
  type Props = PropsOf<Code[Name]>;
  let loaded: React.ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;

  const preload = () => {
    loading ??= onceOnline(load)().then(
      (code) => {
        loaded = partOf(code, name);
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: created once for each part, when its module is loaded
  function Lazy(props: Props) {
    const [Part, setPart] = useState<React.ComponentType<Props> | null>(() => loaded);
    const [error, setError] = useState<unknown>(null);
    useOwnTask(() => {
      // A transition, so that a slow phone can respond while the part is rendered.
      preload().then(() => startTransition(() => setPart(() => loaded)), setError);
    });
    if (error) throw error;
    if (Part) return <Part {...props} />;
    return placeholder && <CodeSpace>{placeholder}</CodeSpace>;
  }
  return Object.assign(Lazy, { preload });
}

/** Stays empty if its code cannot be loaded. */
export const lazyExtra = <Code, Name extends keyof Code>(load: () => Promise<Code>, name: Name) =>
  lazy(() => load().catch(() => ({ [name]: () => null }) as Code), name);

export type PropsOf<Part> = Part extends React.ComponentType<infer Props> ? Props & object : never;

/** TypeScript cannot see that the export of a type parameter's name is a component. */
export const partOf = <Code, Name extends keyof Code>(code: Code, name: Name) =>
  code[name] as React.ComponentType<PropsOf<Code[Name]>>;

/** Starting to load ten files takes a slow phone 50 ms. */
function useOwnTask(begin: () => void) {
  const beginOnce = useEffectEvent(begin);
  useEffect(() => {
    const timer = setTimeout(() => beginOnce());
    return () => clearTimeout(timer);
  }, []);
}

const parts: Promise<unknown>[] = [];

export const partsLoaded = (): Promise<unknown> => Promise.all(parts);

/**
 * Like `lazy`, but pages from the server contain the part, and their HTML stays on screen until the
 * code has loaded and hydrates it.
 */
export function lazyPart<Code, Name extends keyof Code>(
  load: () => Promise<Code>,
  name: Name,
  placeholder: React.ReactNode = null,
) {
  type Props = PropsOf<Code[Name]>;
  let loaded: React.ComponentType<Props> | undefined;
  let loading: Promise<React.ComponentType<Props>> | undefined;
  const preload = () => {
    loading ??= onceOnline(load)().then((code) => {
      loaded = partOf(code, name);
      return loaded;
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
    useOwnTask(() => {
      // Outside a transition, React would render the part at once, and discard the server's HTML if
      // it has not been hydrated yet.
      preload().then(
        () => startTransition(() => setIsLoaded(true)),
        () => {},
      );
    });
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

/** Once the screen itself is shown. A failure appears when the step is reached. */
export function usePreload({ preload }: { preload: () => Promise<unknown> }) {
  useOwnTask(() => void preload().catch(() => {}));
}

/**
 * Waits for the connection while offline. A failed load would show the error screen, and the router
 * would reload a page that the browser may not be able to show.
 */
export const onceOnline =
  <Code,>(load: () => Promise<Code>) =>
  (): Promise<Code> =>
    load().catch((error) => {
      if (navigator.onLine) throw error;
      return new Promise((resolve) => addEventListener('online', resolve, { once: true })).then(
        load,
      );
    });

const PAUSE_MILLISECONDS = 3000;

/** Resolves when no download has ended for a while. */
export async function runWhenIdle() {
  const downloads = () => performance.getEntriesByType('resource').length;
  let before: number;
  do {
    before = downloads();
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
  } while (downloads() > before);
}
