import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { DashboardTab } from '#platform/web/shell/dashboard-search.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { Count } from './side-nav.tsx';
import { tabIcons, tabLabels } from './tab-labels.ts';

const inBar: DashboardTab[] = ['overview', 'products', 'inventory', 'orders'];
const inMenu: DashboardTab[] = ['payments', 'profile', 'settings'];

const slot =
  'relative flex min-h-16 w-full flex-col items-center justify-center gap-0.5 font-semibold text-[0.6875rem] leading-tight tracking-tight no-underline -outline-offset-2!';
const look = (isActive: boolean) => (isActive ? 'text-leaf' : 'text-muted');

/** The tabs at the bottom of a phone's screen: four directly, the others in a menu. */
export function BottomBar({
  active,
  waiting,
}: {
  active: DashboardTab;
  waiting: number | undefined;
}) {
  const isInMenu = inMenu.includes(active);
  return (
    <nav
      aria-label={m.farmNavLabel()}
      className="fixed inset-x-0 bottom-0 z-30 border-line border-t bg-card pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-prose grid-cols-5">
        {inBar.map((tab) => (
          <li key={tab} className="min-w-0">
            <TabLink
              tab={tab}
              isActive={tab === active}
              className={classNames(slot, look(tab === active))}
              count={tab === 'orders' ? waiting : undefined}
            />
          </li>
        ))}
        <li className="min-w-0">
          <DisclosureMenu
            button={
              <>
                <IconFrame isActive={isInMenu}>
                  <Ellipsis aria-hidden="true" className="size-5.5" />
                </IconFrame>
                {isInMenu ? tabLabels[active]() : m.farmTabMore()}
              </>
            }
            buttonClassName={classNames(slot, look(isInMenu), 'cursor-pointer')}
            panelClassName="right-2 bottom-full mb-2 w-60"
          >
            <ul>
              {inMenu.map((tab) => (
                <li key={tab}>
                  <TabLink
                    tab={tab}
                    isActive={tab === active}
                    className={classNames(
                      'flex min-h-12 items-center gap-3 rounded-field px-2 font-semibold no-underline hover:bg-line/60',
                      tab === active ? 'text-leaf' : 'text-ink',
                    )}
                  />
                </li>
              ))}
            </ul>
          </DisclosureMenu>
        </li>
      </ul>
    </nav>
  );
}

type TabLinkProps = {
  tab: DashboardTab;
  isActive: boolean;
  className: string;
  count?: number | undefined;
};

function TabLink({ tab, isActive, className, count }: TabLinkProps) {
  const Icon = tabIcons[tab];
  return (
    <Link
      to="/farmer/dashboard"
      search={tab === 'overview' ? {} : { tab }}
      activeProps={{}}
      aria-current={isActive ? 'page' : undefined}
      className={className}
    >
      <IconFrame isActive={isActive}>
        <Icon aria-hidden="true" className="size-5.5" />
      </IconFrame>
      <span className="max-w-full break-words text-center">{tabLabels[tab]()}</span>
      <Count count={count} className="absolute top-1 left-1/2 ml-1.5" />
    </Link>
  );
}

/** A background for the active tab's icon, so that colour is not the only mark. */
function IconFrame({ isActive, children }: { isActive: boolean; children: ReactNode }) {
  return (
    <span
      className={classNames(
        'grid h-8 w-12 place-items-center rounded-full',
        isActive && 'bg-leaf-soft',
      )}
    >
      {children}
    </span>
  );
}
