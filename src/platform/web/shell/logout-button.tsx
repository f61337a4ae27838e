import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '../ui/browser/lazy.tsx';
import { Button } from '../ui/form/button.tsx';

/** Loaded after the dashboard, because hardly anybody logs out at once. */
const LazyConfirmDialog = lazy(
  () => import('../ui/overlay/confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog),
  null,
);

/** Logs out after a confirmation. */
export function LogoutButton({ isBusy, onLogOut }: { isBusy: boolean; onLogOut: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" isBusy={isBusy} onClick={() => setIsAsking(true)}>
        <LogOut aria-hidden="true" className="size-4.5" />
        {m.logoutButton()}
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
