import { Leaf } from 'lucide-react';
import { useId } from 'react';
import { flagNames } from '#products/rules/product-facts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import { useDiscardQuestion } from '#ui/form/use-discard-question.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { flagTexts, ProductPicture } from '../catalogue/offer.tsx';
import {
  ProductActions,
  ProductNotes,
  RetriedPicture,
  StatusBadge,
  StockBadge,
} from '../inventory/product-parts.tsx';
import { categoryLabels, priceText, productNameText, quantityText } from '../product-texts.ts';
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

type ProductCardProps = { product: OwnProduct; onEdit: () => void; onDelete: () => void };

export function ProductCard({ product, onEdit, onDelete }: ProductCardProps) {
  const { name, category, quantity, unit, price, pricePerKg, description } = product;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-card">
      <div className="relative aspect-4/3 overflow-hidden bg-sunk">
        <RetriedPicture key={product.photos[0]?.url}>
          <ProductPicture
            product={product}
            sizes="(width >= 80rem) 23rem, (width >= 40rem) 45vw, 95vw"
            alt=""
          />
        </RetriedPicture>
        <div className="absolute top-3 left-3 flex flex-wrap gap-1.5 *:bg-card">
          {product.status === 'available' && !product.isAsked ? (
            <StockBadge {...product} />
          ) : (
            <StatusBadge {...product} />
          )}
          {flagNames.map(
            (flag) =>
              product[flag] && (
                <Badge key={flag} icon={<Leaf aria-hidden="true" className="size-3.5" />}>
                  {flagTexts[flag].badge()}
                </Badge>
              ),
          )}
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <p className="text-muted text-sm">{categoryLabels[category]()}</p>
        <h2 className="font-bold text-lg leading-snug">{productNameText(product)}</h2>
        {description && <p className="line-clamp-2 text-muted text-sm">{description}</p>}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="font-extrabold text-lg tabular-nums">{priceText(price, unit)}</span>
          {unit !== 'kg' && pricePerKg !== null && (
            <span className="text-muted text-sm tabular-nums">
              {m.productPerKg({ price: moneyText(pricePerKg) })}
            </span>
          )}
        </p>
        <p className="tabular-nums">{quantityText(quantity, unit)}</p>
        <ProductNotes product={product} />
        <div className="mt-auto pt-3">
          <ProductActions name={name} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </article>
  );
}

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
          <Button variant="secondary" onClick={close}>
            {m.cancel()}
          </Button>
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
function missingText({
  wrongFields,
  photoSentence,
}: ReturnType<typeof useProductForm>): string | null {
  const names = [
    ...(photoSentence ? [m.productPhotosLabel()] : []),
    ...wrongFields.map((field) => fieldLabels[field]()),
  ];
  return names.length > 0 ? m.productMissing({ list: names.join(', ') }) : null;
}
