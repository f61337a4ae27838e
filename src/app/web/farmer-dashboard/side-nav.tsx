import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type DashboardTab, dashboardTabs } from '#platform/web/shell/dashboard-search.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { tabIcons, tabLabels } from './tab-labels.ts';

/** The tabs to the left of the content, on wide screens. */
export function SideNav({
  active,
  waiting,
}: {
  active: DashboardTab;
  waiting: number | undefined;
}) {
  return (
    <nav aria-label={m.farmNavLabel()} className="max-lg:hidden">
      <ul className="grid gap-1">
        {dashboardTabs.map((tab) => (
          <li key={tab}>
            <TabLink
              tab={tab}
              isActive={tab === active}
              count={tab === 'orders' ? waiting : undefined}
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type TabLinkProps = { tab: DashboardTab; isActive: boolean; count: number | undefined };

function TabLink({ tab, isActive, count }: TabLinkProps) {
  const Icon = tabIcons[tab];
  return (
    <Link
      to="/farmer/dashboard"
      search={tab === 'overview' ? {} : { tab }}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      aria-current={isActive ? 'page' : undefined}
      className="flex min-h-12 items-center gap-3 rounded-field px-3.5 font-semibold text-muted no-underline hover:bg-line/60 hover:text-ink aria-[current=page]:bg-leaf-soft aria-[current=page]:text-on-leaf-soft"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {tabLabels[tab]()}
      <Count count={count} className="ml-auto" />
    </Link>
  );
}

export function Count({ count = 0, className }: { count: number | undefined; className: string }) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full bg-maize px-1.5 text-center font-bold text-on-maize text-xs leading-5 tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{m.ordersWaiting({ count })}</span>
    </span>
  );
}
