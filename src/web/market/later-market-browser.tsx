import { later } from '#web/ui/later.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** The catalogue within the dashboard, whose other tabs do without it. */
export const LaterMarketBrowser = later(
  () => import('./market-browser.tsx').then(({ MarketBrowser }) => MarketBrowser),
  <Skeleton className="h-[40rem]" />,
);
