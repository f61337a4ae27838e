import type { ReactNode } from 'react';
import { LogoutButton } from '../session/logout-button.tsx';
import { LazyBell } from './lazy-bell.tsx';
import { PageHeader } from './page-header.tsx';

type DashboardHeaderProps = { isBusy: boolean; onLogOut: () => void; children?: ReactNode };

/** The bar at the top of both dashboards: who is logged in (`children`), the bell and Logout. */
export function DashboardHeader({ isBusy, onLogOut, children }: DashboardHeaderProps) {
  return (
    <PageHeader identity={children}>
      <LazyBell />
      <LogoutButton isBusy={isBusy} onLogOut={onLogOut} />
    </PageHeader>
  );
}
