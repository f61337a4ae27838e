import { MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { NOTE_MAX } from '#orders/rules/limits.ts';
import { type DayPart, dayParts, wishableDays } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { ADDRESS_MAX } from '#places/rules/limits.ts';
import { AddressQuestion } from '#places/web/address-part.tsx';
import { FindPlace } from '#places/web/find-place.tsx';
import { m } from '#text';
import { Card, classNames, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { FieldError, TextAreaField, TextField } from '#ui/field.tsx';
import { fieldOf, fieldSentence } from '#ui/form-state.ts';
import { nearDayText, shortWeekdayText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import type { Cart } from '../cart/visitor-cart.tsx';
import { isPartOf } from '../cart/with-quantity.ts';
import { CheckoutSum, PaymentChoice, VerifyBuyer } from './checkout-payment.tsx';
import { Choice } from './choice.tsx';
import { EarlierOrderNote, FarmPart, isCollected } from './farm-part.tsx';
import {
  type CheckoutStart,
  type CheckoutForm as CheckoutState,
  type CheckoutValues,
  nameOf,
  useCheckoutForm,
} from './use-checkout-form.ts';
import type { Placing } from './use-place-order.ts';

type CheckoutFormProps = { cart: Cart; placing: Placing; start: CheckoutStart };

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
                    isOptional={values.gpsName !== ''}
                    autoComplete="street-address"
                    maxLength={ADDRESS_MAX}
                    {...fieldOf(form, 'deliveryAddress', { onChange: checkout.keepAddress })}
                  />
                  <AddressQuestion metres={checkout.addressMetres} onKeep={checkout.keepAddress} />
                </>
              )}
            </Card>
          </section>
        )}
        <section className="grid gap-2">
          <h2 className="font-bold text-lg leading-snug">{m.checkoutFarmsTitle()}</h2>
          <QueryView query={quote} skeleton={<Skeleton className="h-72 rounded-card!" />}>
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
        <WishedDayAndNote checkout={checkout} />
      </div>
      <CheckoutSum cart={cart} checkout={checkout} isSending={placing.state !== 'idle'} />
    </form>
  );
}

/** Open if it was used, or if the note is wrong: a field in a closed part takes no focus. */
function WishedDayAndNote({
  checkout: { form, values, isOnlyPreOrder },
}: {
  checkout: CheckoutState;
}) {
  const isUsed = values.wishedDay !== '' || values.note !== '';
  const [isOpen, setIsOpen] = useState(isUsed);
  const { note: noteError } = form.formState.errors;
  // A draft is restored after the first rendering.
  useEffect(() => void ((noteError || isUsed) && setIsOpen(true)), [noteError, isUsed]);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="rounded-card border border-line bg-card px-3 sm:px-5"
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">
        {isOnlyPreOrder ? m.checkoutNoteLabel() : m.checkoutWishes()}
      </summary>
      <div className="grid grid-cols-1 gap-4 pb-4">
        {!isOnlyPreOrder && (
          <WishedTime form={form} wishedDay={values.wishedDay} wishedPart={values.wishedPart} />
        )}
        <TextAreaField
          label={m.checkoutNoteLabel()}
          rows={2}
          maxLength={NOTE_MAX}
          isOptional
          {...fieldOf(form, 'note')}
        />
      </div>
    </details>
  );
}

type DeliveryPlaceProps = {
  name: string;
  error: string | undefined;
  onPick: (position: Position, name: string, gpsName: string) => void;
};

const ERROR_ID = 'delivery-place-error';
/** A farmer finds a place that was measured this exactly without an address. */
const EXACT_METRES = 100;

function DeliveryPlace({ name, error, onPick }: DeliveryPlaceProps) {
  const [isChanging, setIsChanging] = useState(false);
  const pick = (position: Position, found: string, gpsName = '') => {
    setIsChanging(false);
    onPick(position, found, gpsName);
  };
  const pickMeasured = async (position: Position, accuracyMetres: number) => {
    const found = await nameOf(position);
    const isExact = accuracyMetres < EXACT_METRES;
    pick(position, found ?? m.placeGpsName(), (isExact && found) || '');
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? ERROR_ID : undefined}>
      <legend className={name ? 'sr-only' : 'mb-1.5 font-semibold'}>
        {m.checkoutPlaceTitle()}
      </legend>
      {name && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-leaf-soft px-3.5 text-on-leaf-soft">
          <MapPin className="size-5 shrink-0" />
          <span className="min-w-0 flex-1 py-1 font-semibold leading-snug first-letter:uppercase">
            {name}
          </span>
          {!isChanging && (
            <button
              type="button"
              className="min-h-11 font-semibold underline"
              onClick={() => setIsChanging(true)}
            >
              {m.priceAlertChange()}
            </button>
          )}
        </p>
      )}
      {(!name || isChanging) && (
        <div className="grid gap-4 sm:rounded-field sm:border sm:border-line sm:bg-sunk sm:p-4">
          <FindPlace
            variant="secondary"
            buttonId="delivery-place"
            onLocate={pickMeasured}
            onPick={pick}
          />
        </div>
      )}
      <FieldError id={ERROR_ID} text={error} />
    </fieldset>
  );
}

type WishedTimeProps = {
  form: UseFormReturn<CheckoutValues, unknown, PlaceOrder>;
  wishedDay: string;
  wishedPart: string;
};

const partLabels: Record<DayPart, () => string> = {
  morning: m.wishedPartMorning,
  afternoon: m.wishedPartAfternoon,
};

const nearDays = [m.wishedChipToday, m.wishedChipTomorrow];

const chip =
  'shrink-0 rounded-field border-[1.5px] border-edge bg-card px-3.5 has-checked:border-leaf-solid';

function WishedTime({ form, wishedDay, wishedPart }: WishedTimeProps) {
  const days = wishableDays(new Date());
  const chosen = days.find((day) => day === wishedDay) ?? '';
  return (
    <section className="grid grid-cols-1 gap-2.5">
      <fieldset className="min-w-0" aria-describedby="wished-day-hint">
        <legend className="mb-1 font-bold font-heading text-lg leading-snug">
          {m.wishedDayLabel()}{' '}
          <span className="font-normal text-base text-muted">{m.optionalMark()}</span>
        </legend>
        {/* On a phone the days scroll sideways to the edges of the screen. */}
        <div className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
          <Choice {...form.register('wishedDay')} value="" checked={chosen === ''} className={chip}>
            <span className="whitespace-nowrap font-semibold">{m.wishedDayAny()}</span>
          </Choice>
          {days.map((day, at) => (
            <Choice
              key={day}
              {...form.register('wishedDay')}
              value={day}
              checked={chosen === day}
              className={classNames(chip, 'min-w-15')}
            >
              <span className="sr-only">{nearDayText(day, at)}</span>
              <span aria-hidden="true" className="text-xs">
                {nearDays[at]?.() ?? shortWeekdayText(day)}
              </span>
              <span aria-hidden="true" className="font-bold tabular-nums">
                {Number(day.slice(-2))}
              </span>
            </Choice>
          ))}
        </div>
        <p id="wished-day-hint" className="text-muted text-sm leading-snug">
          {m.wishedDayHint()}
        </p>
      </fieldset>
      {chosen && (
        <fieldset className="min-w-0">
          <legend className="sr-only">{m.wishedPartLabel()}</legend>
          <div className="grid grid-cols-3 rounded-field border-[1.5px] border-edge bg-card font-semibold *:rounded-[0.625rem] sm:max-w-md">
            <Choice {...form.register('wishedPart')} value="" checked={wishedPart === ''}>
              {m.wishedPartAny()}
            </Choice>
            {dayParts.map((part) => (
              <Choice
                key={part}
                {...form.register('wishedPart')}
                value={part}
                checked={wishedPart === part}
              >
                {partLabels[part]()}
              </Choice>
            ))}
          </div>
        </fieldset>
      )}
    </section>
  );
}
