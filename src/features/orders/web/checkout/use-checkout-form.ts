import { keepPreviousData } from '@tanstack/react-query';
import { useLayoutEffect, useState } from 'react';
import { type FieldErrors, type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { paymentMethods, wishableDays } from '#orders/rules/order-facts.ts';
import { type PlaceOrder, placeOrderInput } from '#orders/rules/order-input.ts';
import { readBuyerPlace, setBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { distanceMetres } from '#rules/geo.ts';
import { m } from '#text';
import { formCodec, type Typed } from '#ui/form-codec.tsx';
import { showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { type Failure, rpc } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import type { Cart } from '../cart/visitor-cart.tsx';
import { beginAttempt } from './checkout-attempt.ts';
import {
  type Collected,
  type EarlierOrder,
  type FarmQuote,
  isCollected,
  wantsCollection,
} from './farm-part.tsx';
import {
  keepLastDelivery,
  keepLastPayment,
  readLastDelivery,
  readLastPayment,
} from './last-choices.ts';
import {
  addressForPlace,
  FOR_NEXT_PLACE,
  placeOf,
  useAddressDistance,
} from './use-address-distance.ts';
import type { Placing } from './use-place-order.ts';

export type CheckoutValues = Typed<PlaceOrder> &
  Collected & {
    addressFor: string;
    placeName: string;
    /** The place's name if this form has measured it by GPS: enough of an address. */
    gpsName: string;
  };

const codec = formCodec(placeOrderInput);
const empty = { ...codec.encode({}), collected: '', addressFor: '', placeName: '', gpsName: '' };
const checkoutFields = [
  'deliveryAddress',
  'latitude',
  'paymentMethod',
  'wishedDay',
  'wishedPart',
  'note',
] as const;

const NOTHING_LEFT_OUT: string[] = [];
const NO_FARMS: FarmQuote[] = [];
const DEGREE_DIGITS = 5;
const fallbacks = { failed: m.checkoutFailed, connectionLost: m.checkoutConnectionLost };

const unprovenCodes = new Set<Failure['code']>([
  'TOO_MANY_UNPROVEN_ORDERS',
  'TOO_MANY_ORDERS_OF_NETWORK',
  'UNPROVEN_QUANTITY',
]);

export type CheckoutStart = {
  buyerId: number;
  address: string;
  isMpesaAvailable: boolean;
  earlier?: EarlierOrder | undefined;
};

export function useCheckoutForm(cart: Cart, placing: Placing, start: CheckoutStart) {
  const cache = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  const [isUnproven, setIsUnproven] = useState(false);
  const { form, values, quote, farms, clearDraft } = useQuotedFields(start);
  const addressMetres = useAddressDistance(values);

  async function send(order: PlaceOrder) {
    setBanner(null);
    // Never queued, because prices and stock change.
    if (!navigator.onLine) return setBanner(m.messagesOffline());
    const placed = await placing.place(beginAttempt(order, cart));
    if (placed.outcome === 'placed') {
      keepLast(start.buyerId, form.getValues());
      clearDraft();
    }
    if (placed.outcome !== 'failed') return;
    const { failure } = placed;
    setIsUnproven(unprovenCodes.has(failure.code));
    setBanner(showFailure(form, checkoutFields, { failure, fallbacks }));
    if (failure.code)
      await Promise.all([
        cache.buyer.cart.get.invalidate(),
        cache.buyer.orders.again.invalidate(),
        cache.buyer.orders.quote.invalidate(),
      ]);
  }

  function refuse(errors: FieldErrors<CheckoutValues>) {
    if (errors.latitude ?? errors.longitude)
      return document.getElementById('delivery-place')?.focus();
    const first = checkoutFields.find((field) => errors[field]);
    if (first) form.setFocus(first);
  }

  const set = (changes: Partial<CheckoutValues>) => {
    for (const [field, value] of Object.entries(changes))
      form.setValue(field as keyof CheckoutValues, value, { shouldDirty: true });
    if (form.formState.isSubmitted) void form.trigger();
    setBanner(null);
  };

  return {
    form,
    values,
    quote,
    farms,
    banner,
    needsNumber: banner !== null && isUnproven,
    clearBanner: () => setBanner(null),
    total: totalOf(values, farms),
    deposit: depositSum(farms),
    isOnlyPreOrder: isOnlyPreOrder(farms),
    paymentMethod: paymentOf(values, farms),
    /** Shown even if nothing is delivered, because another place may make a delivery possible. */
    wantsDelivery: farms.some((farm) => !wantsCollection(values, farm)),
    isDelivered: farms.some((farm) => !isCollected(values, farm)),
    collect: (farmId: number, isNow: boolean) =>
      set({ collected: withCollected(values.collected, farmId, isNow) }),
    pickPlace: (position: Position, placeName: string, gpsName: string) => {
      setBuyerPlace({ ...position, name: placeName });
      if (gpsName) form.clearErrors('deliveryAddress');
      set({
        ...fiveDigits(position),
        placeName,
        gpsName,
        ...(values.addressFor === FOR_NEXT_PLACE && {
          addressFor: addressForPlace(fiveDigits(position)),
        }),
      });
    },
    addressMetres,
    keepAddress: () => form.setValue('addressFor', addressForPlace(values)),
    submit: (event: React.FormEvent) => {
      // The farms have not answered, so the press asks them again.
      if (farms.length > 0) return void form.handleSubmit(send, refuse)(event);
      event.preventDefault();
      setBanner(m.loadFailed());
      void quote.refetch();
    },
  };
}

/** Null if the lookup fails. */
export const nameOf = (at: Position): Promise<string | null> =>
  rpc.places.reverse.query(at).then(
    ({ place }) => place.display_name,
    () => null,
  );

const fiveDigits = ({ latitude, longitude }: Position) => ({
  latitude: latitude.toFixed(DEGREE_DIGITS),
  longitude: longitude.toFixed(DEGREE_DIGITS),
});

/** If everything was collected, the previous order's place stays. */
function keepLast(buyerId: number, values: CheckoutValues) {
  if (placeOf(values)) keepLastDelivery(buyerId, values);
  const method = paymentMethods.find((one) => one === values.paymentMethod);
  if (method) keepLastPayment(method);
}

export type CheckoutForm = ReturnType<typeof useCheckoutForm>;

/** One hook, because the order is built from the quoted farms and the quote from the fields. */
function useQuotedFields({ buyerId, address, isMpesaAvailable, earlier }: CheckoutStart) {
  const basket = earlier?.cart.lines.map(({ productId, quantity }) => ({ productId, quantity }));
  const [farms, setFarms] = useState(NO_FARMS);
  const [last] = useState(() => readLastDelivery(buyerId));
  const form = useForm<CheckoutValues, unknown, PlaceOrder>({
    resolver: typedResolver(placeOrderInput, (values: CheckoutValues) => ({
      ...orderOf(values, farms),
      ...(basket && { basket }),
    })),
    mode: 'onTouched',
    // The place is not an input, so this hook moves the focus.
    shouldFocusError: false,
    defaultValues: {
      ...empty,
      ...last,
      deliveryAddress: last?.deliveryAddress || address,
      addressFor: last?.deliveryAddress ? addressForPlace(last) : '',
      paymentMethod: isMpesaAvailable ? (readLastPayment() ?? 'M-Pesa') : 'Cash on delivery',
    },
  });
  // Watching starts before the draft is restored, or that change would be missed. Every field has a
  // default, so none is undefined.
  const values = useWatch({ control: form.control }) as CheckoutValues;
  const clearDraft = useDraft(form, { name: `checkout ${buyerId}`, without: NOTHING_LEFT_OUT });
  useMarketPlace(form);
  const quote = trpc.buyer.orders.quote.useQuery(
    { ...placeOf(values), ...(basket && { basket }) },
    {
      placeholderData: keepPreviousData,
      staleTime: 0,
    },
  );
  if (quote.data && quote.data.farms !== farms) setFarms(quote.data.farms);
  return { form, values, quote, farms, clearDraft };
}

/** The market rounds its place to about a hundred metres. */
const SAME_PLACE_METRES = 200;

function useMarketPlace({
  getValues,
  setValue,
}: Pick<UseFormReturn<CheckoutValues, unknown, PlaceOrder>, 'getValues' | 'setValue'>) {
  useLayoutEffect(() => {
    const market = readBuyerPlace();
    const place = placeOf(getValues());
    if (!market || (place && distanceMetres(place, market) <= SAME_PLACE_METRES)) return;
    const { latitude, longitude } = fiveDigits(market);
    setValue('latitude', latitude);
    setValue('longitude', longitude);
    setValue('placeName', market.name);
    setValue('gpsName', '');
    if (market.name !== m.placeGpsName()) return;
    void nameOf(market).then((name) => {
      if (name && getValues('latitude') === latitude) setValue('placeName', name);
    });
  }, [getValues, setValue]);
}

function withCollected(collected: string, farmId: number, isNow: boolean): string {
  const others = collected.split(' ').filter((id) => id !== '' && id !== String(farmId));
  return (isNow ? [...others, String(farmId)] : others).join(' ');
}

const totalOf = (values: Collected, farms: readonly FarmQuote[]): number =>
  farms.reduce(
    (sum, farm) => sum + (isCollected(values, farm) ? farm.collectedTotal : farm.deliveredTotal),
    0,
  );

const depositSum = (farms: readonly FarmQuote[]): number =>
  farms.reduce((sum, { deposit }) => sum + deposit, 0);

const isOnlyPreOrder = (farms: readonly FarmQuote[]): boolean =>
  farms.length > 0 && farms.every(({ harvestBy }) => Boolean(harvestBy));

const paymentOf = ({ paymentMethod }: CheckoutValues, farms: readonly FarmQuote[]): string =>
  isOnlyPreOrder(farms) ? 'M-Pesa' : paymentMethod;

/** If nothing is delivered, it needs no address and no position. */
function orderOf(values: CheckoutValues, farms: readonly FarmQuote[]) {
  const collected = farms.filter((farm) => isCollected(values, farm));
  const isAllCollected = collected.length === farms.length;
  const { deliveryAddress, latitude, longitude, wishedPart } = codec.decode(values);
  const address = typeof deliveryAddress === 'string' ? deliveryAddress.trim() : '';
  // A draft's day may be over; the field then shows "any day".
  const wishedDay = wishableDays(new Date()).find((day) => day === values.wishedDay);
  return {
    fulfilment: isAllCollected ? 'collection' : 'delivery',
    ...(!isAllCollected && {
      farms: collected.map(({ farmId }) => ({ farmId, fulfilment: 'collection' })),
      deliveryAddress: address || values.gpsName,
      latitude,
      longitude,
    }),
    paymentMethod: paymentOf(values, farms),
    ...(wishedDay && { wishedDay, wishedPart }),
    note: values.note,
    expectedTotal: totalOf(values, farms),
    expectedDeposit: depositSum(farms),
  };
}
