import { lazy } from '../ui/browser/lazy.tsx';

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
