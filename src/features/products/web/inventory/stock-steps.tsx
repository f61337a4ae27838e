import { useState } from 'react';
import { quantity as quantityRule } from '#products/rules/product.ts';
import { QUANTITY_MAX } from '#products/rules/product-facts.ts';
import { quantityText, unitLabels } from '#products/rules/product-texts.ts';
import { figureText, roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';
import { classNames } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { useIsShown } from '#ui/screen-state.ts';
import { afterQueue, saveChange } from '#web/offline/lazy-queue.ts';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { type OwnProduct, useCachedQuantities, useKnownQuantity } from '../use-own-products.ts';
import { countOf, mergeQuantity, quantityEntry } from './product-parts.tsx';

const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

type UndoableChange = { product: OwnProduct; before: number; text: string };

/**
 * Changes with one press. The quantity on screen follows at once. Each press is stored with the
 * quantity that the farmer saw, so that it never overwrites an order in between.
 */
export function useStockSteps() {
  const putIntoList = useCachedQuantities();
  const findKnownQuantity = useKnownQuantity();
  const isShown = useIsShown();
  const { farmer } = trpc.useUtils();
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const [undoable, setUndoable] = useState<UndoableChange | null>(null);

  // From the list: presses may be faster than the screen, and an undo's product has the quantity
  // before the change.
  const quantityOf = ({ id, quantity }: OwnProduct) => findKnownQuantity(id) ?? quantity;

  function set(product: OwnProduct, wanted: number, quantitySeen = quantityOf(product)) {
    const quantity = Math.min(QUANTITY_MAX, Math.max(0, roundedToHundredths(wanted)));
    setProblems((all) => without(all, product.id));
    setUndoable(null);
    if (quantity === quantitySeen) return;
    putIntoList(new Map([[product.id, quantity]]));
    void save(product, { quantity, quantitySeen });
  }

  function confirm(product: OwnProduct) {
    const quantity = quantityOf(product);
    setProblems((all) => without(all, product.id));
    putIntoList(new Map([[product.id, quantity]]));
    void save(product, { quantity, quantitySeen: quantity });
  }

  async function save(
    { id: productId, name, unit }: OwnProduct,
    counted: { quantity: number; quantitySeen: number },
  ) {
    try {
      await saveChange({
        entry: quantityEntry({ productId, name, unit, ...counted }),
        merge: mergeQuantity(counted.quantity),
        isShown,
      });
    } catch (error) {
      await farmer.products.list.invalidate();
      setProblems((all) => new Map(all).set(productId, sayFailure(readFailure(error), fallbacks)));
      setUndoable(null);
    }
  }

  function setUndoably(
    product: OwnProduct,
    { quantity, text }: { quantity: number; text: string },
  ) {
    const before = quantityOf(product);
    set(product, quantity);
    setUndoable({ product, before, text });
  }

  /** `seen`: the quantity when typing began, so that an order in between is not overwritten. */
  function setTyped(product: OwnProduct, { text, seen }: { text: string; seen: number }) {
    const counted = quantityRule.safeParse(countOf(text));
    if (counted.success) set(product, counted.data, seen);
    else setProblems((all) => new Map(all).set(product.id, m.quantityInvalid()));
  }

  return {
    quantityOf,
    setTyped,
    problemOf: ({ id }: OwnProduct) => problems.get(id),
    add: (product: OwnProduct, step: 1 | -1) =>
      afterQueue(() => set(product, quantityOf(product) + step)),
    confirm,
    setUndoably,
    undoable,
    undo: ({ product, before }: UndoableChange) => set(product, before),
  };
}

export type StockSteps = ReturnType<typeof useStockSteps>;

function without<Value>(all: ReadonlyMap<number, Value>, id: number): ReadonlyMap<number, Value> {
  const others = new Map(all);
  others.delete(id);
  return others;
}

type StockStepperProps = { product: OwnProduct; steps: StockSteps };

const round =
  'grid size-11 shrink-0 cursor-pointer place-items-center rounded-full border-[1.5px] border-line bg-card font-bold text-leaf text-xl leading-none hover:bg-leaf-soft';

/** Lies above a row that a press opens. */
export function StockStepper({ product, steps }: StockStepperProps) {
  const { name } = product;
  const isNone = steps.quantityOf(product) === 0;
  return (
    <span className="relative z-10 inline-flex items-center">
      <button
        type="button"
        aria-label={m.quantityOneLess({ name })}
        aria-disabled={isNone || undefined}
        onClick={() => !isNone && steps.add(product, -1)}
        className={classNames(round, isNone && 'cursor-not-allowed! text-muted!')}
      >
        <span aria-hidden="true">−</span>
      </button>
      <QuantityInput product={product} steps={steps} />
      <button
        type="button"
        aria-label={m.quantityOneMore({ name })}
        onClick={() => steps.add(product, 1)}
        className={round}
      >
        <span aria-hidden="true">+</span>
      </button>
    </span>
  );
}

export const quantityFieldId = ({ id }: OwnProduct) => `quantity-${id}`;

function QuantityInput({ product, steps }: StockStepperProps) {
  const { id, name, unit } = product;
  const quantity = steps.quantityOf(product);
  const problem = steps.problemOf(product);
  const [typed, setTyped] = useState<{ text: string; seen: number } | null>(null);
  const save = () => {
    if (typed) steps.setTyped(product, typed);
    setTyped(null);
  };
  return (
    <label className="grid min-h-11 w-18 content-center justify-items-center text-center max-[22rem]:w-16">
      <input
        id={quantityFieldId(product)}
        aria-label={m.quantityTitle({ name })}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `stock-${id}` : undefined}
        inputMode="decimal"
        autoComplete="off"
        value={typed?.text ?? figureText(quantity)}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped({ text: target.value, seen: typed?.seen ?? quantity })}
        onBlur={save}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
        className="h-7 w-full rounded-field bg-transparent text-center font-bold text-sm tabular-nums underline decoration-dotted underline-offset-4"
      />
      <span className="w-full truncate text-muted text-xs leading-tight">{unitLabels[unit]()}</span>
    </label>
  );
}

export function UndoBar({ steps: { undoable, undo } }: { steps: StockSteps }) {
  if (!undoable) return null;
  return (
    <div className="sticky bottom-20 z-20 lg:bottom-4">
      <Notice type="info" className="shadow-raised">
        {undoable.text}{' '}
        <button type="button" className="link min-h-11 px-1" onClick={() => undo(undoable)}>
          {m.cartUndo()}
        </button>
      </Notice>
    </div>
  );
}

/** So that a page left open gets the next day's quantities. */
const FRESH_MILLISECONDS = 10 * 60_000;

export function useStock() {
  const steps = useStockSteps();
  const { data } = trpc.farmer.products.yesterday.useQuery(undefined, {
    staleTime: FRESH_MILLISECONDS,
  });
  const yesterdays = new Map(data?.map(({ productId, quantity }) => [productId, quantity]));
  return {
    steps,
    yesterdays,
    /** Null if the product did not exist yesterday or already has that quantity. */
    yesterdayOf: (product: OwnProduct) => {
      const quantity = yesterdays.get(product.id);
      return quantity === undefined || quantity === steps.quantityOf(product) ? null : quantity;
    },
  };
}

export type Stock = ReturnType<typeof useStock>;

export const soldOutChange = ({ name }: OwnProduct) => ({
  quantity: 0,
  text: m.inventorySoldOutDone({ name }),
});

export const yesterdayChange = ({ name, unit }: OwnProduct, quantity: number) => ({
  quantity,
  text: m.inventoryYesterdayDone({ name, quantity: quantityText(quantity, unit) }),
});
