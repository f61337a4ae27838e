import { useRef, useState } from 'react';
import { QUANTITY_MAX } from '#features/products/rules/limits.ts';
import { roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { sendOrKeep } from '#platform/web/offline/lazy-queue.ts';
import {
  useCachedQuantities,
  useFreshQuantity,
  useKnownQuantity,
} from '../own/use-cached-quantities.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { mergeQuantity, quantityEntry } from './queued-quantity.ts';

const fallbacks = { failed: m.quantityFailed, connectionLost: m.cannotConnect };

/** A change that can be undone, with the quantity before it. */
export type UndoableChange = { product: OwnProduct; before: number; text: string };

/**
 * Changes that take one press in the list of products: − and +, "Sold out", "Same as yesterday".
 * The quantity on screen follows at once. Presses during a save are saved together after it, based
 * on the quantity that the server confirmed last, so that they never overwrite an order in between.
 */
export function useStockSteps() {
  const putIntoList = useCachedQuantities();
  const findQuantity = useFreshQuantity();
  const findKnownQuantity = useKnownQuantity();
  const { farmer, client } = trpc.useUtils();
  const wanted = useRef(new Map<number, number>());
  const sending = useRef(new Set<number>());
  const [shown, setShown] = useState<ReadonlyMap<number, number>>(new Map());
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());
  const [undoable, setUndoable] = useState<UndoableChange | null>(null);

  const quantityOf = ({ id, quantity }: OwnProduct) => shown.get(id) ?? quantity;

  function set(product: OwnProduct, quantity: number) {
    wanted.current.set(
      product.id,
      Math.min(QUANTITY_MAX, Math.max(0, roundedToHundredths(quantity))),
    );
    setShown(new Map(wanted.current));
    setProblems((all) => without(all, product.id));
    setUndoable(null);
    if (!sending.current.has(product.id)) void send(product);
  }

  async function send({ id: productId, name, unit, quantity }: OwnProduct) {
    // The list's quantity, because the product of an undo has the one before the change.
    let seen = findKnownQuantity(productId) ?? quantity;
    sending.current.add(productId);
    try {
      for (
        let next = wanted.current.get(productId);
        next !== undefined && next !== seen;
        next = wanted.current.get(productId)
      ) {
        seen = await store({ productId, name, unit, quantity: next, quantitySeen: seen });
        putIntoList(new Map([[productId, seen]]));
      }
    } catch (error) {
      const failure = readFailure(error);
      if (failure.code !== 'NOT_LOGGED_IN')
        setProblems((all) => new Map(all).set(productId, sayFailure(failure, fallbacks)));
      setUndoable(null);
    } finally {
      sending.current.delete(productId);
      wanted.current.delete(productId);
      setShown(new Map(wanted.current));
      // The server lists yesterday's quantities only for products that have changed since.
      const isListed = farmer.products.yesterday
        .getData()
        ?.some((yesterday) => yesterday.productId === productId);
      if (!isListed) void farmer.products.yesterday.invalidate();
    }
  }

  /** @returns the quantity that is stored now, or will be once the device is online */
  async function store(counted: Parameters<typeof quantityEntry>[0]): Promise<number> {
    const { productId, quantity, quantitySeen } = counted;
    const input = { productId, quantity, quantitySeen };
    try {
      const done = await sendOrKeep(
        quantityEntry(counted),
        (options) => client.farmer.products.setQuantity.mutate(input, options),
        mergeQuantity(quantity),
      );
      return done.outcome === 'sent' ? done.answer.quantity : quantity;
    } catch (error) {
      if (readFailure(error).code !== 'QUANTITY_CHANGED') throw error;
      // If the answer to the first attempt was lost, the new quantity is from this change itself.
      if ((await findQuantity(input.productId)) === input.quantity) return input.quantity;
      throw error;
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

  return {
    quantityOf,
    problemOf: ({ id }: OwnProduct) => problems.get(id),
    add: (product: OwnProduct, step: 1 | -1) => set(product, quantityOf(product) + step),
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
