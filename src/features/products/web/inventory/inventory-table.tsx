import { useId } from 'react';
import {
  categoryLabels,
  oneUnitLabels,
  productNameText,
  quantityText,
  unitLabels,
} from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Button, classNames } from '#ui/elements.tsx';
import { FieldError } from '#ui/field.tsx';
import { RoundingNote } from '#ui/form-codec.tsx';
import { LongQueuedMark, QueuedDot, useQueued } from '#web/offline/queued-mark.tsx';
import { ProductPicture } from '../catalogue/offer.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import type { BulkUpdate } from './bulk-update.tsx';
import { productSubject, RetriedPicture, StatusBadge, StockBadge } from './product-parts.tsx';
import {
  quantityFieldId,
  type Stock,
  StockStepper,
  type StockSteps,
  soldOutChange,
  yesterdayChange,
} from './stock-steps.tsx';

type InventoryTableProps = {
  products: OwnProduct[];
  bulk: BulkUpdate;
  stock: Stock;
};

/** On wide screens; others use stock-rows.tsx. During a bulk update each quantity is a field. */
export function InventoryTable({ products, bulk, stock }: InventoryTableProps) {
  const { steps } = stock;
  const columns: Column<OwnProduct>[] = [
    {
      key: 'name',
      header: m.inventoryProduct(),
      cell: (product) => <ProductName product={product} />,
      isTitle: true,
    },
    {
      key: 'price',
      header: m.inventoryPrice(),
      cell: ({ price, unit }) => (
        <>
          <span className="whitespace-nowrap">{moneyText(price)}</span>{' '}
          <span className="whitespace-nowrap">/ {oneUnitLabels[unit]()}</span>
        </>
      ),
      isNumeric: true,
      isExtra: true,
    },
    {
      key: 'quantity',
      header: m.productQuantityLabel(),
      cell: (product) =>
        bulk.isOpen ? (
          <QuantityField product={product} bulk={bulk} />
        ) : (
          <span className="inline-grid justify-items-end">
            <StockStepper product={product} steps={steps} />
            <FieldError id={`stock-${product.id}`} text={steps.problemOf(product)} />
          </span>
        ),
      isNumeric: true,
    },
    {
      key: 'stock',
      header: m.orderColumnStatus(),
      cell: (product) => <StockCell product={product} stock={stock} />,
    },
  ];
  const update: Column<OwnProduct> = {
    key: 'update',
    header: m.inventoryAction(),
    cell: (product) => <Changes product={product} stock={stock} />,
    isNumeric: true,
  };
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-card">
      <DataTable
        caption={m.inventoryCaption()}
        columns={bulk.isOpen ? columns : [...columns, update]}
        rows={products}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

function ProductName({ product }: { product: OwnProduct }) {
  const { id, category } = product;
  const queued = useQueued(productSubject(id));
  return (
    <span className="flex items-center gap-3">
      <span className="block size-12 shrink-0 overflow-hidden rounded-field bg-sunk">
        <RetriedPicture key={product.photos[0]?.url}>
          <ProductPicture product={product} sizes="48px" alt="" />
        </RetriedPicture>
      </span>
      <span className="wrap-anywhere min-w-0 leading-snug md:min-w-40">
        <span className="font-semibold">{productNameText(product)}</span>{' '}
        {queued && <QueuedDot entry={queued} />}
        <span className="block font-normal text-muted text-sm">{categoryLabels[category]()}</span>
        {queued && <LongQueuedMark entry={queued} />}
      </span>
    </span>
  );
}

function StockCell({ product, stock }: { product: OwnProduct; stock: Stock }) {
  const { lowStockBelow, unit, isAsked, status } = product;
  const isExpired = status === 'expired';
  return (
    <span className="whitespace-nowrap">
      {(isAsked || isExpired) && (
        <span className="mb-1 block">
          <StatusBadge {...product} />
        </span>
      )}
      {!isExpired && <StockBadge {...product} quantity={stock.steps.quantityOf(product)} />}
      {lowStockBelow !== null && (
        <span className="mt-1 block text-muted text-xs">
          {m.inventoryLowBelow({ quantity: quantityText(lowStockBelow, unit) })}
        </span>
      )}
    </span>
  );
}

type ChangesProps = { product: OwnProduct; stock: Stock };

function Changes({ product, stock: { steps, yesterdayOf } }: ChangesProps) {
  const { name, unit } = product;
  const yesterday = yesterdayOf(product);
  return (
    <span className="flex min-w-52 flex-wrap justify-end gap-1">
      {yesterday !== null && (
        <Button
          variant="quiet"
          size="small"
          aria-label={m.inventoryYesterdayNamed({ name, quantity: quantityText(yesterday, unit) })}
          title={m.inventoryYesterdayHint()}
          onClick={() => steps.setUndoably(product, yesterdayChange(product, yesterday))}
        >
          {m.inventoryYesterdayQuantity({ quantity: quantityText(yesterday, unit) })}
        </Button>
      )}
      {steps.quantityOf(product) > 0 && (
        <Button
          variant="quiet"
          size="small"
          aria-label={m.inventorySoldOutNamed({ name })}
          onClick={() => steps.setUndoably(product, soldOutChange(product))}
        >
          {m.productStatusSoldOut()}
        </Button>
      )}
    </span>
  );
}

export function QuantityField({ product, bulk }: { product: OwnProduct; bulk: BulkUpdate }) {
  const id = useId();
  const problem = bulk.problemOf(product);
  const text = bulk.textOf(product);
  const isChanged = text !== String(product.quantity);
  const unit = unitLabels[product.unit]();
  return (
    <span className="grid justify-items-end gap-1 text-left">
      <span className="flex items-center gap-2">
        <input
          data-bulk=""
          inputMode="decimal"
          autoComplete="off"
          aria-label={m.bulkFieldLabel({ name: product.name, unit })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={text}
          onChange={({ target }) => bulk.type(product, target.value)}
          className={classNames(
            // Keeps a focused field clear of the bar at the bottom.
            'min-h-11 w-22 scroll-mb-56 rounded-field border-[1.5px] bg-card px-3 text-right tabular-nums aria-invalid:border-soil md:w-28',
            isChanged ? 'border-leaf font-bold' : 'border-edge',
          )}
        />
        <span className="min-w-15 text-muted text-xs md:min-w-18 md:text-sm">{unit}</span>
      </span>
      {!problem && <RoundingNote text={text} />}
      <FieldError id={id} text={problem} />
    </span>
  );
}

/** More are asked about once these are answered. */
const SHOWN = 5;

type StillThereProps = { products: readonly OwnProduct[]; steps: StockSteps };

export function StillThere({ products, steps }: StillThereProps) {
  const asked = products.filter(({ isAsked }) => isAsked);
  if (asked.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-card border border-maize bg-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-maize-soft px-3 py-2.5 text-on-maize-soft sm:px-4">
        <div>
          <h2 className="font-bold text-lg leading-snug">{m.stillThereTitle()}</h2>
          <p className="text-sm">{m.stillThereLead()}</p>
        </div>
        {asked.length > 1 && (
          <Button
            size="small"
            onClick={() => {
              for (const product of asked) steps.confirm(product);
            }}
          >
            {m.stillThereAll()}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {asked.slice(0, SHOWN).map((product) => (
          <Question key={product.id} product={product} steps={steps} isOnly={asked.length === 1} />
        ))}
      </ul>
    </section>
  );
}

type QuestionProps = { product: OwnProduct; steps: StockSteps; isOnly: boolean };

function Question({ product, steps, isOnly }: QuestionProps) {
  const { id, name, unit, status } = product;
  const quantity = quantityText(steps.quantityOf(product), unit);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4">
      <span className="block size-11 shrink-0 overflow-hidden rounded-field bg-sunk">
        <RetriedPicture key={product.photos[0]?.url}>
          <ProductPicture product={product} sizes="44px" alt="" />
        </RetriedPicture>
      </span>
      <span className="min-w-0 flex-1 leading-snug">
        <span className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
          {productNameText(product)}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums">
          {quantity}
          {status === 'expired' && <StatusBadge {...product} />}
        </span>
      </span>
      <span className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-[1fr_minmax(6.5rem,auto)_1fr] max-sm:gap-1.5 max-sm:[&>button]:px-3!">
        <Button
          variant={isOnly ? 'primary' : 'secondary'}
          size="small"
          aria-label={m.stillThereYesNamed({ name, quantity })}
          onClick={() => steps.confirm(product)}
        >
          {m.stillThereYes()}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={m.stillThereLessNamed({ name })}
          onClick={() => document.getElementById(quantityFieldId(product))?.focus()}
        >
          {m.stillThereLess()}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={m.stillThereNoNamed({ name })}
          onClick={() => steps.setUndoably(product, soldOutChange(product))}
        >
          {m.stillThereNo()}
        </Button>
      </span>
      <FieldError id={`still-there-${id}`} text={steps.problemOf(product)} />
    </li>
  );
}
