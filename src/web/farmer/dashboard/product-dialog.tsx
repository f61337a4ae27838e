import { useId, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { FormBanner } from '#web/forms/form-banner.tsx';
import { LeaveGuard } from '#web/forms/leave-guard.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AmountFields, DetailFields, WhatFields } from './product-fields.tsx';
import { ProductPhotos } from './product-photos.tsx';
import type { OwnProduct } from './use-own-products.ts';
import { useProductForm } from './use-product-form.ts';

type ProductDialogProps = { product: OwnProduct | null; onClose: () => void };

/** The product form, for a new one or one that is there. Closing it with something typed asks first. */
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
