import { lazy } from '../ui/browser/lazy.tsx';

/**
 * The offer of notifications. Takes no space until it is loaded. If it cannot be loaded, it is left
 * out.
 */
export const LazyAskForPush = lazy(
  () =>
    import('./ask-for-push.tsx').then(
      ({ AskForPush }) => AskForPush,
      () => () => null,
    ),
  null,
);

/** The offer to install, loaded the same way. */
export const LazyOfferInstall = lazy(
  () =>
    import('./offer-install.tsx').then(
      ({ OfferInstall }) => OfferInstall,
      () => () => null,
    ),
  null,
);
