import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '#text';
import { LazyConfirmDialog } from '../overlay/lazy-confirm-dialog.tsx';
import { hasOverlay } from '../overlay/use-close-on-back.ts';

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

type Closing = { isDirty: boolean; onDiscard: () => void; onClose: () => void };

export function useDiscardQuestion({ isDirty, onDiscard, onClose }: Closing) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  const question = (
    <>
      <LeaveGuard isDirty={isDirty} />
      <LazyConfirmDialog
        isOpen={isAsking}
        title={m.productDiscardTitle()}
        text={m.productDiscardText()}
        confirmLabel={m.productDiscard()}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          onDiscard();
          onClose();
        }}
      />
    </>
  );
  return { close, question };
}
