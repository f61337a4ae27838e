import { useState } from 'react';
import { failureText } from '#platform/web/client/rpc.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button } from '#ui/form/button.tsx';
import { ConfirmDialog } from '#ui/overlay/dialog.tsx';

type LetGoProps = {
  offerId: number;
  quantity: string;
  onDone?: () => void;
};

export function LetGo({ offerId, quantity, onDone }: LetGoProps) {
  const { client, buyer } = trpc.useUtils();
  const [state, setState] = useState<'idle' | 'asking' | 'sending'>('idle');
  const letGo = async () => {
    setState('sending');
    try {
      await client.offers.release.mutate(
        { offerId },
        { context: { idempotencyKey: createIdempotencyKey() } },
      );
    } catch (error) {
      showToast('error', failureText(error, m.saveFailed()));
    }
    await buyer.cart.get.invalidate();
    setState('idle');
    onDone?.();
  };
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        isBusy={state === 'sending'}
        onClick={() => setState('asking')}
      >
        {m.cartLetGo()}
      </Button>
      <ConfirmDialog
        isOpen={state === 'asking'}
        title={m.cartLetGoTitle({ quantity })}
        text={m.cartLetGoText()}
        confirmLabel={m.cartLetGo()}
        dismissLabel={m.cartLetGoKeep()}
        onConfirm={() => void letGo()}
        onCancel={() => setState('idle')}
      />
    </>
  );
}
