import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';

type Answers = RouterOutputs['buyer']['orders'];

export type ListedOrder = Answers['list']['orders'][number];
export type Order = Answers['get'];
export type Attempt = NonNullable<Order['payment']>;
export type OrderEvent = Order['events'][number];

export const farmText = ({ farmName, county }: Pick<ListedOrder, 'farmName' | 'county'>): string =>
  farmName === null || county === null ? m.orderFarmGone() : farmTitle({ farmName, county });

/** Answers cached earlier have fewer fields. */
export const pictured = ({ name, category, crop, photo }: ListedOrder['lines'][number]) => ({
  name,
  category: category ?? ('Other' as const),
  crop,
  photos: photo ? [photo] : [],
});

const fallbacks = { failed: m.saveFailed, connectionLost: m.ownOrderStepOffline };

export const stepFailure = (error: unknown): string | null =>
  error ? sayFailure(readFailure(error), fallbacks) : null;

/** A step stays pending until the orders have been refetched. */
function useReadAgain() {
  const { buyer } = trpc.useUtils();
  // Also after a failure, because a refused step means that the order has changed.
  return { onSettled: () => buyer.orders.invalidate() };
}

export const useCancelOrder = () => trpc.buyer.orders.cancel.useMutation(useReadAgain());
export const useReceiveOrder = () => trpc.buyer.orders.received.useMutation(useReadAgain());
export const useLeaveDifference = () =>
  trpc.buyer.orders.leaveDifference.useMutation(useReadAgain());
export const useDisputeOrder = () => trpc.buyer.orders.dispute.useMutation(useReadAgain());
export const useRateOrder = () => trpc.buyer.orders.rate.useMutation(useReadAgain());

/** The page shows the order's new state, and its banner a failure. */
export const finishStep = (step: Promise<unknown>, close: () => void) =>
  void step.catch(() => {}).finally(close);

type OrderAgainProps = { order: { id: number }; variant?: 'primary' | 'secondary' };

export const OrderAgain = ({ order: { id }, variant = 'secondary' }: OrderAgainProps) => (
  <Link to="/checkout" search={{ again: id }} className={buttonClass({ variant })}>
    <RotateCcw className="size-4.5" />
    {m.orderAgain()}
    <span className="sr-only">: {m.orderNumber({ id })}</span>
  </Link>
);
