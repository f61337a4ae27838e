/**
 * Loads code. While offline, waits for the connection. Otherwise a failed load would show the error
 * screen of the whole page, and the router would reload a page that the browser may not be able to
 * show.
 * @throws the error of `load` while online
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
