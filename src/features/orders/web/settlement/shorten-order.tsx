import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { shortenOrderInput } from '#features/orders/rules/order-input.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { buyerText } from '../farmer/order-cells.tsx';
import { StepDialog, type StepProps } from '../farmer/step-dialog.tsx';
import { type HarvestValues, harvestInput, harvestOf, LineQuantities } from './line-quantities.tsx';

const resolver = typedResolver<HarvestValues, typeof shortenOrderInput>(
  shortenOrderInput,
  // The server answers unchanged lines with the order as it is.
  (values) => ({ lines: harvestInput({ ...values }).lines ?? [], ...harvestInput(values) }),
);

/** The harvest of an accepted order turns out to be short. */
export function ShortenOrder({ order, onClose }: StepProps) {
  const shorten = trpc.farmer.orders.shorten.useMutation();
  const form = useForm<HarvestValues, unknown, z.output<typeof shortenOrderInput>>({
    resolver,
    defaultValues: harvestOf(order),
  });
  const isPaid = order.paymentStatus === 'paid';
  return (
    <StepDialog
      title={m.orderShortenTitle({ id: order.id })}
      text={
        <p>{(isPaid ? m.orderShortenPaidText : m.orderShortenText)({ buyer: buyerText(order) })}</p>
      }
      confirmLabel={m.orderShortenConfirm()}
      form={form}
      save={shorten.mutateAsync}
      done={m.orderShortenedToast({ id: order.id })}
      onClose={onClose}
    >
      <LineQuantities order={order} form={form} />
    </StepDialog>
  );
}
