/**
 * Loads code; without a network it waits until there is one. Code that cannot be loaded would
 * otherwise end in the error screen of the whole page, and the router would reload a page that the
 * browser may not be able to show.
 * @throws what `load` throws while there is a network
 */
export const onceOnline =
  <Code>(load: () => Promise<Code>) =>
  (): Promise<Code> =>
    load().catch((error) => {
      if (navigator.onLine) throw error;
      return new Promise((resolve) => addEventListener('online', resolve, { once: true })).then(
        load,
      );
    });
