import { NOTE_MAX } from '#features/orders/rules/limits.ts';
import { ADDRESS_MAX } from '#features/places/rules/limits.ts';
import { AddressQuestion } from '#features/places/web/address-question.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { TextAreaField, TextField } from '#platform/web/ui/form/text-field.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import type { Cart } from '../cart/cart.ts';
import { isPartOf } from '../cart/with-quantity.ts';
import { CheckoutSum } from './checkout-sum.tsx';
import { DeliveryPlace } from './delivery-place.tsx';
import { EarlierOrderNote } from './earlier-order-note.tsx';
import { FarmPart, isCollected } from './farm-part.tsx';
import { PaymentChoice } from './payment-choice.tsx';
import { type CheckoutStart, useCheckoutForm } from './use-checkout-form.ts';
import type { Placing } from './use-place-order.ts';
import { VerifyBuyer } from './verify-buyer.tsx';
import { WishedTime } from './wished-time.tsx';

type CheckoutFormProps = { cart: Cart; placing: Placing; start: CheckoutStart };

/** The delivery place, each farm's part, the payment method, and the total. */
export function CheckoutForm({ cart, placing, start }: CheckoutFormProps) {
  const cache = trpc.useUtils();
  const checkout = useCheckoutForm(cart, placing, start);
  const { form, values, quote, wantsDelivery, isDelivered } = checkout;
  const { errors } = form.formState;
  const changeLine = trpc.buyer.cart.setLine.useMutation({ onSuccess: (next) => takeCart(next) });
  const removeLine = trpc.buyer.cart.remove.useMutation({ onSuccess: (next) => takeCart(next) });
  const takeCart = (next: Cart) => {
    cache.buyer.cart.get.setData(undefined, next);
    void cache.buyer.orders.quote.invalidate();
    checkout.clearBanner();
  };
  return (
    <form
      onSubmit={checkout.submit}
      noValidate
      className="grid items-start gap-4 lg:gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div className="grid grid-cols-1 gap-4 sm:gap-7">
        {start.earlier && <EarlierOrderNote earlier={start.earlier} />}
        {wantsDelivery && (
          <section className="grid gap-2.5">
            {/* On a phone the place and the address say it. */}
            <h2 className="font-bold text-lg leading-snug max-sm:sr-only">
              {m.checkoutWhereTitle()}
            </h2>
            <Card className="grid grid-cols-1 gap-2.5 p-3! sm:p-5!">
              <DeliveryPlace
                name={values.placeName}
                error={fieldSentence(errors.latitude ?? errors.longitude)}
                onPick={checkout.pickPlace}
              />
              {isDelivered && (
                <>
                  <TextField
                    label={m.deliveryAddressLabel()}
                    placeholder={m.deliveryAddressHint()}
                    autoComplete="street-address"
                    maxLength={ADDRESS_MAX}
                    error={fieldSentence(errors.deliveryAddress)}
                    {...form.register('deliveryAddress', { onChange: checkout.keepAddress })}
                  />
                  <AddressQuestion metres={checkout.addressMetres} onKeep={checkout.keepAddress} />
                </>
              )}
            </Card>
          </section>
        )}
        <section className="grid gap-2">
          <div>
            <h2 className="font-bold text-lg leading-snug">{m.checkoutFarmsTitle()}</h2>
            {checkout.farms.length > 1 && (
              <p className="text-muted text-sm leading-snug">{m.checkoutOneOrderEach()}</p>
            )}
          </div>
          <QueryView
            query={quote}
            skeleton={<Skeleton className="h-72 rounded-card!" />}
            errorText={m.checkoutQuoteFailed()}
          >
            {({ farms }) => (
              <Card className="px-3! py-0! sm:px-5!">
                <ul className="divide-y divide-line">
                  {farms.map((farm) => (
                    <FarmPart
                      key={`${farm.farmId} ${farm.harvestProductId}`}
                      farm={farm}
                      lines={cart.lines.filter((line) => isPartOf(line, farm))}
                      isCollected={isCollected(values, farm)}
                      onCollect={(isNow) => checkout.collect(farm.farmId, isNow)}
                      onSet={({ productId }, quantity) =>
                        quantity > 0
                          ? changeLine.mutate({ productId, quantity })
                          : removeLine.mutate({ productId })
                      }
                    />
                  ))}
                </ul>
              </Card>
            )}
          </QueryView>
        </section>
        {/* The day of an announced harvest is not known yet. */}
        {!checkout.isOnlyPreOrder && (
          <WishedTime form={form} wishedDay={values.wishedDay} wishedPart={values.wishedPart} />
        )}
        <PaymentChoice
          field={form.register('paymentMethod')}
          chosen={checkout.paymentMethod}
          fulfilment={isDelivered ? 'delivery' : 'collection'}
          isMpesaAvailable={start.isMpesaAvailable}
          isOnlyPreOrder={checkout.isOnlyPreOrder}
          deposit={checkout.deposit}
          error={fieldSentence(errors.paymentMethod)}
        />
        {checkout.paymentMethod === 'M-Pesa' && !checkout.needsNumber && (
          <VerifyBuyer isExplained />
        )}
        <TextAreaField
          label={m.checkoutNoteLabel()}
          placeholder={m.checkoutNoteHint()}
          rows={2}
          maxLength={NOTE_MAX}
          isOptional
          error={fieldSentence(errors.note)}
          {...form.register('note')}
        />
      </div>
      <CheckoutSum cart={cart} checkout={checkout} isSending={placing.state !== 'idle'} />
    </form>
  );
}
