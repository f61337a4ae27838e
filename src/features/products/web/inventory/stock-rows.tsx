import { useId, useState } from 'react';
import { stockClass } from '#products/rules/product.ts';
import { oneUnitLabels, productNameText, quantityText } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { classNames } from '#ui/elements.tsx';
import { FieldError } from '#ui/field.tsx';
import { showToast } from '#ui/show-toast.ts';
import { LongQueuedMark, QueuedDot, useQueued } from '#web/offline/queued-mark.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { ProductPicture } from '../catalogue/offer.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import type { BulkUpdate } from './bulk-update.tsx';
import { QuantityField } from './inventory-table.tsx';
import {
  ProductActions,
  productSubject,
  RetriedPicture,
  StatusBadge,
  StockBadge,
} from './product-parts.tsx';
import { RowEditor } from './row-editor.tsx';
import { type Stock, StockStepper } from './stock-steps.tsx';

type StockRowsProps = {
  products: readonly OwnProduct[];
  stock: Stock;
  onEdit: (product: OwnProduct) => void;
  hasActions?: boolean;
  bulk?: BulkUpdate | undefined;
};

/**
 * The list on narrow screens for Products, Inventory and the bulk update. One row at a time opens
 * for its price, quantity and actions.
 */
export function StockRows({ products, stock, onEdit, hasActions = false, bulk }: StockRowsProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<OwnProduct | null>(null);
  return (
    <>
      <ul aria-label={m.inventoryCaption()} className="border-line border-t">
        {products.map((product) => (
          <StockRow
            key={product.id}
            product={product}
            stock={stock}
            bulk={bulk}
            hasActions={hasActions}
            isOpen={!bulk && openId === product.id}
            onToggle={() => setOpenId(openId === product.id ? null : product.id)}
            onEdit={() => onEdit(product)}
            onDelete={() => setDeleted(product)}
          />
        ))}
      </ul>
      <DeleteProduct product={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

type StockRowProps = {
  product: OwnProduct;
  stock: Stock;
  bulk: BulkUpdate | undefined;
  hasActions: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** Longer texts are smaller, so that they fit beside − and +. */
const LONG_PRICE = 'KES 12,345.50'.length;

/** About 80 px high in every state. A press anywhere but on − and + opens it. */
function StockRow({
  product,
  stock,
  bulk,
  hasActions,
  isOpen,
  onToggle,
  ...actions
}: StockRowProps) {
  const { id, name, unit } = product;
  const { steps } = stock;
  const quantity = steps.quantityOf(product);
  const shown = quantityText(quantity, unit);
  const price = moneyText(product.price);
  const state = stateOf(product, quantity);
  const queued = useQueued(productSubject(id));
  const panel = useId();
  return (
    <li
      className={classNames(
        'relative border-line border-b',
        isOpen && 'bg-leaf-soft/60 -mx-4 px-4',
      )}
    >
      <div className="relative grid grid-cols-[3.25rem_minmax(0,1fr)] gap-x-2.5 py-1">
        <div className="size-13 self-center overflow-hidden rounded-field bg-sunk">
          <RetriedPicture key={product.photos[0]?.url}>
            <ProductPicture product={product} sizes="52px" alt="" />
          </RetriedPicture>
        </div>
        <div className="min-w-0">
          <div className="flex h-6 items-center gap-1.5">
            <Name
              product={product}
              panel={panel}
              isStatic={bulk !== undefined}
              isOpen={isOpen}
              onToggle={onToggle}
            />
            {queued && <QueuedDot entry={queued} />}
          </div>
          <div
            className={classNames(
              'flex items-center gap-2 max-[22rem]:gap-0',
              hasActions ? 'min-h-12.25' : 'min-h-11',
            )}
          >
            <p className="min-w-0 flex-1 leading-tight">
              <span
                className={classNames(
                  'block whitespace-nowrap font-semibold leading-tight tabular-nums max-[22rem]:text-[0.6875rem]',
                  price.length > LONG_PRICE ? 'text-[0.6875rem]' : 'text-xs',
                )}
              >
                {price}
              </span>
              {/* Beside the name, a badge would cut it. The unit is under the stepper too. */}
              <span className="flex flex-wrap items-center gap-x-1.5 whitespace-nowrap text-muted text-xs leading-tight">
                {(hasActions || !state) && (
                  <span className="min-w-0 truncate max-[22rem]:whitespace-normal max-[22rem]:text-[0.6875rem]">
                    {hasActions ? shown : `/ ${oneUnitLabels[unit]()}`}
                  </span>
                )}
                {state}
              </span>
            </p>
            {bulk && <QuantityField product={product} bulk={bulk} />}
            {!bulk && hasActions && <ProductActions name={name} isInRow {...actions} />}
            {!bulk && !hasActions && <StockStepper product={product} steps={steps} />}
          </div>
        </div>
      </div>
      {queued && <LongQueuedMark entry={queued} />}
      <FieldError id={`stock-${id}`} text={steps.problemOf(product)} />
      {isOpen && (
        <section id={panel} aria-label={m.inventoryChangeNamed({ name })}>
          <RowEditor
            product={product}
            stock={stock}
            hasActions={hasActions}
            onToggle={onToggle}
            {...actions}
          />
        </section>
      )}
    </li>
  );
}

type NameProps = Pick<StockRowProps, 'product' | 'isOpen' | 'onToggle'> & {
  panel: string;
  isStatic: boolean;
};

function Name({ product, panel, isStatic, isOpen, onToggle }: NameProps) {
  const text = productNameText(product);
  // A Swahili page shows the farmer's own name in small type after the crop's.
  const [first = '', own] = text.split(/ (?=\()/, 2);
  const shown =
    own === `(${product.name})` ? (
      <>
        {first} <span className="font-normal text-muted text-xs">{own}</span>
      </>
    ) : (
      text
    );
  const look = 'min-w-0 flex-1 truncate text-left font-bold text-[0.9375rem] leading-6';
  if (isStatic)
    return (
      <p title={text} className={look}>
        {shown}
      </p>
    );
  return (
    <button
      type="button"
      title={text}
      aria-label={m.inventoryChangeNamed({ name: product.name })}
      aria-expanded={isOpen}
      aria-controls={isOpen ? panel : undefined}
      onClick={onToggle}
      className={classNames(look, 'cursor-pointer after:absolute after:inset-0')}
    >
      {shown}
    </button>
  );
}

function stateOf(product: OwnProduct, quantity: number) {
  const isElsewise = product.isAsked || product.status === 'expired' || product.status === 'hidden';
  if (!isElsewise && stockClass({ ...product, quantity }) === 'inStock') return null;
  return (
    <span className="flex shrink-0 *:px-1.5 *:py-0 *:text-[0.6875rem] *:leading-4">
      {isElsewise ? <StatusBadge {...product} /> : <StockBadge {...product} quantity={quantity} />}
    </span>
  );
}

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
