import { LogOut } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '../ui/form/button.tsx';
import { LazyConfirmDialog } from '../ui/overlay/lazy-confirm-dialog.tsx';
import { LazyBell } from './lazy-bell.tsx';
import { PageHeader } from './page-header.tsx';

type DashboardHeaderProps = { isBusy: boolean; onLogOut: () => void; children?: ReactNode };

/**
 * The bar at the top of both dashboards, with the bell and Logout, which asks for confirmation.
 * `children` shows who is logged in.
 */
export function DashboardHeader({ isBusy, onLogOut, children }: DashboardHeaderProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <PageHeader identity={children}>
      <LazyBell />
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => setIsAsking(true)}>
        {/* The spinner replaces the icon, because a narrow phone has room for only one. */}
        {!isBusy && <LogOut aria-hidden="true" className="size-4.5" />}
        <span className="max-sm:sr-only">{m.logoutButton()}</span>
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        isDestructive={false}
        title={m.logoutConfirmTitle()}
        text={m.logoutConfirmText()}
        confirmLabel={m.logoutButton()}
        onConfirm={() => {
          setIsAsking(false);
          onLogOut();
        }}
        onCancel={() => setIsAsking(false)}
      />
    </PageHeader>
  );
}
