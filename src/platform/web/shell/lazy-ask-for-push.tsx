import { lazy } from '../ui/browser/lazy.tsx';

/**
 * The offer of notifications. It needs no place before it is there, and a page does without it if
 * it cannot be loaded.
 */
export const LazyAskForPush = lazy(
  () =>
    import('./ask-for-push.tsx').then(
      ({ AskForPush }) => AskForPush,
      () => () => null,
    ),
  null,
);

/** The offer to install, likewise. */
export const LazyOfferInstall = lazy(
  () =>
    import('./offer-install.tsx').then(
      ({ OfferInstall }) => OfferInstall,
      () => () => null,
    ),
  null,
);
