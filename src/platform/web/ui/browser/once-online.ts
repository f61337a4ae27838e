/**
 * Waits for the connection while offline. A failed load would show the error screen, and the router
 * would reload a page that the browser may not be able to show.
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
