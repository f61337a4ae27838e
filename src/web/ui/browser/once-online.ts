/**
 * Loads code; without a network it waits until there is one. Code that cannot be loaded would otherwise end in the error screen of the whole page,
 * and the router would reload a page that the browser may not be able to show.
 * @throws what `load` throws while there is a network
 */
export const onceOnline =
  <Code>(load: () => Promise<Code>) =>
  (): Promise<Code> => {
    const wasOnline = navigator.onLine;
    return load().catch((error) => {
      // It may have come back while the attempt failed.
      if (navigator.onLine) return wasOnline ? Promise.reject(error) : load();
      return new Promise((resolve) => addEventListener('online', resolve, { once: true })).then(load);
    });
  };
