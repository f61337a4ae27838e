import { ChevronDown } from 'lucide-react';
import { stockClass } from '#features/products/rules/product.ts';
import { unitText } from '#features/products/rules/unit-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { QueuedMark, useQueued } from '#platform/web/offline/queued-mark.tsx';
import { RetriedPicture } from '#platform/web/ui/feedback/retried-picture.tsx';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { DisclosureMenu } from '#platform/web/ui/overlay/disclosure-menu.tsx';
import { ProductPicture } from '../catalogue/product-picture.tsx';
import { StockBadge } from '../own/stock-badge.tsx';
import { priceText, productNameText, quantityText } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { productSubject } from './queued-quantity.ts';
import { StockStepper } from './stock-stepper.tsx';
import { type Stock, soldOutChange, yesterdayChange } from './use-stock.ts';

type StockRowsProps = {
  products: readonly OwnProduct[];
  stock: Stock;
  onCount: (product: OwnProduct) => void;
};

/** The inventory on a phone: one row of about 72 px for each product. */
export function StockRows({ products, stock, onCount }: StockRowsProps) {
  return (
    <ul aria-label={m.inventoryCaption()} className="border-line border-t">
      {products.map((product) => (
        <Row key={product.id} product={product} stock={stock} onCount={onCount} />
      ))}
    </ul>
  );
}

type RowProps = Omit<StockRowsProps, 'products'> & { product: OwnProduct };

function Row({ product, stock, onCount }: RowProps) {
  const { id, price, unit, lowStockBelow } = product;
  const { steps } = stock;
  const quantity = steps.quantityOf(product);
  const queued = useQueued(productSubject(id));
  const facts = [
    priceText(price, unit),
    lowStockBelow !== null && m.inventoryLowBelow({ quantity: quantityText(lowStockBelow, unit) }),
  ].filter(Boolean);
  return (
    <li className="border-line border-b py-1.5">
      <div className="grid min-h-15 grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-2">
        <div className="size-11 overflow-hidden rounded-field bg-sunk">
          <RetriedPicture key={product.photos[0]?.url}>
            <ProductPicture product={product} sizes="44px" alt="" />
          </RetriedPicture>
        </div>
        <div className="min-w-0">
          <p className="line-clamp-2 break-words font-bold text-[0.9375rem] leading-tight">
            {productNameText(product)}
          </p>
          <p className="flex flex-wrap items-center gap-x-1.5">
            {stockClass({ ...product, quantity }) !== 'inStock' && (
              <span className="shrink-0 *:px-1.5 *:py-0 *:text-[0.6875rem]">
                <StockBadge {...product} quantity={quantity} />
              </span>
            )}
            <span className="truncate text-muted text-xs">{facts.join(' · ')}</span>
          </p>
        </div>
        <StockStepper product={product} steps={steps}>
          <Menu product={product} stock={stock} onCount={onCount} />
        </StockStepper>
      </div>
      {queued && <QueuedMark entry={queued} />}
      <FieldError id={`stock-${id}`} text={steps.problemOf(product)} />
    </li>
  );
}

const entry =
  'flex min-h-12 w-full cursor-pointer flex-col justify-center rounded-field px-3 text-left font-semibold hover:bg-line/60';

/** The quantity as a button that opens the other ways to change it. */
function Menu({ product, stock, onCount }: RowProps) {
  const { name, unit } = product;
  const quantity = stock.steps.quantityOf(product);
  const yesterday = stock.yesterdayOf(product);
  return (
    <DisclosureMenu
      label={m.inventoryMoreNamed({ name, quantity: quantityText(quantity, unit) })}
      button={
        <>
          <span
            className={classNames(
              'font-bold tabular-nums',
              quantity < 10_000 ? 'text-base' : 'text-xs',
            )}
          >
            {figureText(quantity)}
          </span>
          <span className="flex items-center font-semibold text-[0.6875rem] text-muted">
            {unitText(quantity, unit)}
            <ChevronDown aria-hidden="true" className="size-3" />
          </span>
        </>
      }
      buttonClassName="flex min-h-11 min-w-13 cursor-pointer flex-col items-center justify-center rounded-field leading-tight hover:bg-line/60"
      panelClassName="top-full -right-12 mt-1 w-64"
    >
      {quantity > 0 && (
        <button
          type="button"
          className={entry}
          onClick={() => stock.steps.setUndoably(product, soldOutChange(product))}
        >
          {m.inventorySoldOut()}
        </button>
      )}
      {yesterday !== null && (
        <button
          type="button"
          className={classNames(entry, 'py-1.5')}
          onClick={() => stock.steps.setUndoably(product, yesterdayChange(product, yesterday))}
        >
          {m.inventoryYesterdayQuantity({ quantity: quantityText(yesterday, unit) })}
          <span className="font-normal text-muted text-xs">{m.inventoryYesterdayHint()}</span>
        </button>
      )}
      <button type="button" className={entry} onClick={() => onCount(product)}>
        {m.inventoryTypeQuantity()}
      </button>
    </DisclosureMenu>
  );
}
