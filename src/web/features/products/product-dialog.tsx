import { useId, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import type { OwnProduct } from '#web/features/dashboard/use-own-products.ts';
import { FormBanner } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { LeaveGuard } from '#web/ui/form/leave-guard.tsx';
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { AmountFields, DetailFields, WhatFields } from './product-fields.tsx';
import { ProductPhotos } from './product-photos.tsx';
import { useProductForm } from './use-product-form.ts';

type ProductDialogProps = { product: OwnProduct | null; onClose: () => void };

/** The product form, for a new product or an existing one. Closing it asks first if something was typed. */
export function ProductDialog({ product, onClose }: ProductDialogProps) {
  const formId = useId();
  const [isAsking, setIsAsking] = useState(false);
  const { form, photos, banner, clearBanner, submit, isDirty, discard } = useProductForm({ product, onDone: onClose });
  const { isSubmitting } = form.formState;
  const close = () => {
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <Dialog
      isBroad
      isOpen
      title={product ? m.productEditNamed({ name: product.name }) : m.productAdd()}
      onClose={close}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {m.cancel()}
          </Button>
          <Button type="submit" form={formId} isBusy={isSubmitting}>
            {product ? m.productSave() : m.productAdd()}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
        <ProductPhotos photos={photos} product={product} />
        <WhatFields form={form} />
        <AmountFields form={form} />
        <DetailFields form={form} />
        <FormBanner text={banner} />
      </form>
      <LeaveGuard isDirty={isDirty} />
      <ConfirmDialog
        isOpen={isAsking}
        title={m.productDiscardTitle()}
        text={m.productDiscardText()}
        confirmLabel={m.productDiscard()}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          discard();
          onClose();
        }}
      />
    </Dialog>
  );
}
