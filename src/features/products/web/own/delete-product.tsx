import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import type { OwnProduct } from '../use-own-products.ts';

/** Asks for confirmation by name, then takes the product off the market. */
export function DeleteProduct({
  product,
  onClose,
}: {
  product: OwnProduct | null;
  onClose: () => void;
}) {
  const { farmer } = trpc.useUtils();
  const remove = trpc.farmer.products.delete.useMutation({
    onSuccess: () => showToast('success', m.productDeleted()),
    onError: (error) => {
      const { code, message } = readFailure(error);
      if (code !== 'NOT_LOGGED_IN') showToast('error', message ?? m.productDeleteFailed());
    },
    onSettled: async () => {
      onClose();
      await Promise.all([farmer.products.list.invalidate(), farmer.overview.invalidate()]);
    },
  });
  return (
    <ConfirmDialog
      isOpen={product !== null}
      isBusy={remove.isPending}
      title={m.productDeleteTitle({ name: product?.name ?? '' })}
      text={m.productDeleteText()}
      confirmLabel={m.productDelete()}
      onCancel={onClose}
      onConfirm={() => product && remove.mutate({ productId: product.id })}
    />
  );
}
