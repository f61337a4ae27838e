import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { AskedHint } from '#prices/web/asked-hint.tsx';
import { oneUnitLabels, priceText, unitLabels } from '#products/rules/product-texts.ts';
import {
  centsOf,
  figureText,
  lineTotalCents,
  moneyText,
  parseDecimal,
  shillingsOf,
} from '#rules/amounts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { m } from '#text';
import { FormDialog } from '#ui/dialog.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { RoundingNote } from '#ui/form-codec.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { nearDayText } from '#ui/format.ts';
import { createIdempotencyKey } from '#web/idempotency-key.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { OFFER_DAYS_DEFAULT, OFFER_DAYS_MAX, type Side } from '../rules/message.ts';
import { makeOfferInput } from '../rules/price-offer.ts';
import type { TalkedAbout } from './conversation-head.tsx';
import type { PriceOffer } from './offer-card.tsx';

type Values = { quantity: string; price: string; validDays: string };
type Terms = z.output<typeof makeOfferInput>;

const resolverFor = (about: OfferDialogProps['about']) =>
  typedResolver<Values, typeof makeOfferInput>(
    makeOfferInput,
    ({ quantity, price, validDays }) => ({
      ...about,
      // NaN, so that an empty field gets the same message as an invalid one.
      quantity: parseDecimal(quantity) ?? Number.NaN,
      price: parseDecimal(price) ?? Number.NaN,
      validDays: Number(validDays),
    }),
  );
const fallbacks = { failed: m.sendFailed, connectionLost: m.messagesOffline };

type OfferDialogProps = {
  about: { conversationId: number } | { productId: number };
  side: Side;
  product: Pick<TalkedAbout, 'name' | 'unit' | 'price' | 'crop' | 'county' | 'netWeightKg'>;
  countered: PriceOffer | null;
  onDone: () => void;
  onClose: () => void;
};

export function OfferDialog({
  about,
  side,
  product,
  countered,
  onDone,
  onClose,
}: OfferDialogProps) {
  const { name, unit, price, crop, county, netWeightKg } = product;
  const { client } = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  // One key, so that resending after a lost response makes the same offer.
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  const form = useForm<Values, unknown, Terms>({
    resolver: resolverFor(about),
    defaultValues: {
      quantity: countered ? figureText(countered.quantity) : '',
      price: countered ? String(countered.price) : '',
      validDays: String(OFFER_DAYS_DEFAULT),
    },
  });

  const submit = form.handleSubmit(async (terms) => {
    // An offer is never queued, because it is binding.
    if (!navigator.onLine) return setBanner(m.messagesOffline());
    const options = { context: { idempotencyKey } };
    try {
      if (countered)
        await client.offers.counter.mutate(
          { offerId: countered.id, quantity: terms.quantity, price: terms.price },
          options,
        );
      else await client.offers.make.mutate(terms, options);
      onClose();
    } catch (error) {
      setBanner(
        showFailure(form, ['quantity', 'price', 'validDays'], {
          failure: readFailure(error),
          fallbacks,
        }),
      );
    }
    // Whether it was refused or not, the shown data may be outdated.
    onDone();
  });

  return (
    <FormDialog
      title={countered ? m.priceOfferCounterTitle({ name }) : m.priceOfferMakeTitle({ name })}
      submitLabel={m.priceOfferSend()}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => {
        setBanner(null);
        setIdempotencyKey(createIdempotencyKey());
      }}
      banner={banner}
      onClose={onClose}
      cancelLabel={null}
    >
      <p className="text-muted">{m.priceOfferUsual({ price: priceText(price, unit) })}</p>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={m.priceOfferQuantity({ unit: unitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          hint={<RoundingNote text={form.watch('quantity')} />}
          {...fieldOf(form, 'quantity')}
        />
        <TextField
          label={m.priceOfferPrice({ unit: oneUnitLabels[unit]() })}
          inputMode="decimal"
          autoComplete="off"
          hint={<RoundingNote text={form.watch('price')} />}
          {...fieldOf(form, 'price')}
        />
      </div>
      {crop && (
        <AskedHint
          crop={crop}
          county={county}
          unit={unit}
          weightKg={netWeightKg}
          // Nobody needs an offer to buy at the regular price.
          most={side === 'buyer' ? price : undefined}
          onTake={(middle) =>
            form.setValue('price', String(middle), { shouldDirty: true, shouldValidate: true })
          }
        />
      )}
      {!countered && (
        <SelectField
          label={m.priceOfferUntil()}
          options={lastDays()}
          {...fieldOf(form, 'validDays')}
        />
      )}
      <Sum form={form} />
    </FormDialog>
  );
}

function lastDays() {
  const today = dayInNairobi(new Date());
  return Array.from({ length: OFFER_DAYS_MAX + 1 }, (_, count) => ({
    value: String(count),
    label: nearDayText(daysAfter(today, count), count),
  }));
}

/** Its space is reserved. */
function Sum({ form: { control } }: { form: ReturnType<typeof useForm<Values, unknown, Terms>> }) {
  const [quantity, price] = useWatch({ control, name: ['quantity', 'price'] }).map(
    (typed) => parseDecimal(typed) ?? 0,
  );
  const total =
    quantity && price && quantity > 0 && price > 0
      ? shillingsOf(lineTotalCents(centsOf(price), quantity))
      : 0;
  return (
    <p
      aria-live="polite"
      className="rounded-field bg-sunk px-4 py-3 font-bold text-lg tabular-nums"
    >
      {m.priceOfferTotal({ total: moneyText(total) })}
    </p>
  );
}
