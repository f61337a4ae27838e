import { useState } from 'react';
import { m } from '#text';
import { ConfirmDialog } from './dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';

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
      <ConfirmDialog
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
