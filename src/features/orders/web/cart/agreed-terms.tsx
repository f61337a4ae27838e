import { useState } from 'react';
import { quantityText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { untilText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { CartLineView } from './visitor-cart.tsx';

export function AgreedTerms({
  line: { offerId, quantity, unit, heldUntil, problem },
}: {
  line: CartLineView;
}) {
  const amount = quantityText(quantity, unit);
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <div className="sm:text-right">
        <p className="font-semibold">
          {amount} <span className="text-leaf">· {m.cartAgreed()}</span>
        </p>
        {heldUntil && (
          <p className="text-muted text-sm">{m.cartAgreedUntil({ time: untilText(heldUntil) })}</p>
        )}
        {problem && (
          <p role="status" className="font-medium text-soil text-sm">
            {m.cartLineGone()}
          </p>
        )}
      </div>
      {offerId !== null && <LetGo offerId={offerId} quantity={amount} />}
    </div>
  );
}

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
