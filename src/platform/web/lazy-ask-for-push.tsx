import { lazyExtra } from './ui/lazy.tsx';

export const LazyAskForPush = lazyExtra(() => import('./device-offers.tsx'), 'AskForPush');

export const LazyOfferInstall = lazyExtra(() => import('./device-offers.tsx'), 'OfferInstall');
