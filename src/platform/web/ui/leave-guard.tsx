import { useBlocker } from '@tanstack/react-router';
import { m } from '#text';
import { hasOverlay } from './browser/use-close-on-back.ts';
import { LazyConfirmDialog } from './lazy-confirm-dialog.tsx';

export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker({
    // Back closes an open dialog first.
    shouldBlockFn: ({ current, next, action }) =>
      isDirty && current.pathname !== next.pathname && !(action === 'BACK' && hasOverlay()),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  return (
    <LazyConfirmDialog
      isOpen={blocker.status === 'blocked'}
      title={m.leaveFormTitle()}
      text={m.leaveFormText()}
      confirmLabel={m.leaveFormConfirm()}
      onConfirm={() => blocker.proceed?.()}
      onCancel={() => blocker.reset?.()}
    />
  );
}
