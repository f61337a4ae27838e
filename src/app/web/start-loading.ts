type FirstLoads = typeof import('./first-loads.ts');

/**
 * Starts a page's first queries while its code is being loaded. If that fails, the page's own
 * queries show why. On the server there are none.
 */
export const startLoading = (start: (loads: FirstLoads) => void): void => {
  if (import.meta.env.SSR) return;
  import('./first-loads.ts').then(start).catch(() => {});
};
