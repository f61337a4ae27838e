import { Link } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { type DashboardTab, dashboardTabs } from '#web/features/dashboard/dashboard-search.ts';
import { tabIcons, tabLabels } from './tab-labels.ts';

/** The tabs to the left of the content, on wide screens. */
export function SideNav({ active }: { active: DashboardTab }) {
  return (
    <nav aria-label={m.farmNavLabel()} className="max-lg:hidden">
      <ul className="grid gap-1">
        {dashboardTabs.map((tab) => (
          <li key={tab}>
            <TabLink tab={tab} isActive={tab === active} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TabLink({ tab, isActive }: { tab: DashboardTab; isActive: boolean }) {
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
    </Link>
  );
}
