import { lazy } from '../ui/browser/lazy.tsx';

/** Takes no space until it is loaded, and is left out if it cannot be. */
export const LazyAskForPush = lazy(
  () =>
    import('./ask-for-push.tsx').then(
      ({ AskForPush }) => AskForPush,
      () => () => null,
    ),
  null,
);

export const LazyOfferInstall = lazy(
  () =>
    import('./offer-install.tsx').then(
      ({ OfferInstall }) => OfferInstall,
      () => () => null,
    ),
  null,
);
