import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '../ui/form/button.tsx';
import { LazyConfirmDialog } from '../ui/overlay/lazy-confirm-dialog.tsx';

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
