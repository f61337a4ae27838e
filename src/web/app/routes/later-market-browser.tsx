import { later } from '#web/ui/browser/lazy.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** The catalogue within the dashboard, whose other tabs do without it. */
export const LaterMarketBrowser = later(
  () => import('#web/features/market/market-browser.tsx').then(({ MarketBrowser }) => MarketBrowser),
  <Skeleton className="h-[40rem]" />,
);
