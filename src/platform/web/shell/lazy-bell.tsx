import { lazy } from '../ui/browser/lazy.tsx';

export const LazyBell = lazy(
  () => import('./bell.tsx').then(({ Bell }) => Bell),
  <span className="size-11 shrink-0 max-[28rem]:-mr-1.5" />,
);
