import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { m } from '#text';
import { PageHeader } from './page-frame.tsx';
import { Button } from './ui/elements.tsx';
import { lazy } from './ui/lazy.tsx';
import { LazyConfirmDialog } from './ui/lazy-confirm-dialog.tsx';
import { useSessionEnd } from './use-session-end.ts';

export function DashboardHeader({
  userRole,
  children,
}: {
  userRole: Role;
  children: React.ReactNode;
}) {
  const { logOut, isEnding } = useSessionEnd(userRole, null);
  return (
    <PageHeader identity={children}>
      <LazyBell />
      <LogoutButton isBusy={isEnding} onLogOut={logOut} />
    </PageHeader>
  );
}

function LogoutButton({ isBusy, onLogOut }: { isBusy: boolean; onLogOut: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        isBusy={isBusy}
        onClick={() => setIsAsking(true)}
        title={m.logoutButton()}
        className="shrink-0 max-xl:size-11 max-xl:border-transparent! max-xl:px-0!"
      >
        <LogOut className="size-4.5" />
        <span className="max-xl:sr-only">{m.logoutButton()}</span>
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
    </>
  );
}

const LazyBell = lazy(
  () => import('./bell.tsx'),
  'Bell',
  <span className="size-11 shrink-0 max-[28rem]:-mr-1.5" />,
);
