import { lazy } from '../ui/browser/lazy.tsx';

export const LazyAskForPush = lazy(
  () =>
    import('./device-offers.tsx').then(
      ({ AskForPush }) => AskForPush,
      () => () => null,
    ),
  null,
);

export const LazyOfferInstall = lazy(
  () =>
    import('./device-offers.tsx').then(
      ({ OfferInstall }) => OfferInstall,
      () => () => null,
    ),
  null,
);
