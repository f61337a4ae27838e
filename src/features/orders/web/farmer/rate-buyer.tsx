import { useForm } from 'react-hook-form';
import { type RateBuyer as Rating, rateBuyerInput } from '#features/orders/rules/review.ts';
import { RATING_MAX } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { buyerText } from './order-cells.tsx';
import { StepDialog, type StepProps } from './step-dialog.tsx';

type Values = { orderId: number; rating: string };

const resolver = typedResolver<Values, typeof rateBuyerInput>(
  rateBuyerInput,
  ({ orderId, rating }) => ({
    orderId,
    rating: Number(rating),
  }),
);

/** One to five stars for the buyer, given once and seen only by farmers. */
export function RateBuyer({ order, onClose }: StepProps) {
  const rate = trpc.farmer.orders.rateBuyer.useMutation();
  const form = useForm<Values, unknown, Rating>({
    resolver,
    defaultValues: { orderId: order.id, rating: '' },
  });
  return (
    <StepDialog
      title={m.rateBuyerTitle({ buyer: buyerText(order) })}
      text={<p>{m.rateBuyerText()}</p>}
      confirmLabel={m.rateBuyer()}
      form={form}
      fields={['rating']}
      save={rate.mutateAsync}
      done={m.rateBuyerToast()}
      onClose={onClose}
    >
      <SelectField
        label={m.rateBuyerLabel()}
        placeholder={m.chooseOption()}
        options={stars.map((number) => ({
          value: String(number),
          label: m.ratingStars({ stars: number }),
        }))}
        error={fieldSentence(form.formState.errors.rating)}
        {...form.register('rating')}
      />
    </StepDialog>
  );
}

const stars = Array.from({ length: RATING_MAX }, (_, index) => RATING_MAX - index);
