type FirstLoads = typeof import('./first-loads.ts');

/** If that fails, the page's own queries report it. Does nothing on the server. */
export const startLoading = (start: (loads: FirstLoads) => void): void => {
  if (import.meta.env.SSR) return;
  import('./first-loads.ts').then(start).catch(() => {});
};
