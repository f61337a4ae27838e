import { useId } from 'react';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner } from '#ui/feedback.tsx';
import { useDiscardQuestion } from '#ui/use-discard-question.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import {
  AmountFields,
  DetailFields,
  type PriceHint,
  useNaming,
  WhatFields,
} from './product-fields.tsx';
import { ProductPhotos } from './product-photos.tsx';
import { fieldLabels, saveLabel, useProductForm } from './use-product-form.ts';

type ProductDialogProps = {
  product: OwnProduct | null;
  isFirst?: boolean;
  onClose: () => void;
  PriceHint: PriceHint;
};

export function ProductDialog({
  product,
  isFirst = false,
  onClose,
  PriceHint,
}: ProductDialogProps) {
  const formId = useId();
  const productForm = useProductForm({ product, onDone: onClose });
  const {
    form,
    photos,
    photosElement,
    photoSentence,
    banner,
    clearBanner,
    priceDoubt,
    setMarketPrice,
    submit,
    isDirty,
    discard,
  } = productForm;
  const { isSubmitting } = form.formState;
  const naming = useNaming({ form, product });
  const missing = missingText(productForm);
  const { close, question } = useDiscardQuestion({ isDirty, onDiscard: discard, onClose });
  return (
    <Dialog
      isBroad
      isOpen
      title={product ? m.productEditNamed({ name: product.name }) : m.productAdd()}
      onClose={close}
      actions={
        <>
          <p
            id={`${formId}-missing`}
            role="status"
            className="w-full font-medium text-sm text-soil empty:hidden max-sm:flex-none!"
          >
            {missing ?? priceDoubt}
          </p>
          <Button
            type="submit"
            form={formId}
            isBusy={isSubmitting}
            aria-describedby={`${formId}-missing`}
          >
            {isSubmitting && photos.percent !== null
              ? m.productSendingPhotos({ percent: photos.percent })
              : saveLabel(product)}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-5">
        <ProductPhotos
          ref={photosElement}
          photos={photos}
          product={product}
          error={photoSentence}
        />
        <WhatFields form={form} product={product} naming={naming} />
        <AmountFields
          form={form}
          product={product}
          PriceHint={PriceHint}
          onMarketPrice={setMarketPrice}
        />
        <DetailFields form={form} hasCategory={!naming.asksCategory} canPreOrder={!isFirst} />
        <FormBanner text={banner} />
      </form>
      {question}
    </Dialog>
  );
}

/** They may be scrolled out of sight. */
function missingText({ wrongFields, photoSentence }: ReturnType<typeof useProductForm>) {
  const names = [
    ...(photoSentence ? [m.productPhotosLabel()] : []),
    ...wrongFields.map((field) => fieldLabels[field]()),
  ];
  return names.length > 0 ? m.productMissing({ list: names.join(', ') }) : null;
}
