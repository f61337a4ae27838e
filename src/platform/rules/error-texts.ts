import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import type { Unit } from '#features/products/rules/product.ts';
import { pricedUnitText, unitText } from '#features/products/rules/unit-texts.ts';
import type { Language } from './language.ts';
import { m } from './text/compiled/messages.js';
import { figureText } from './text/figure-text.ts';

// Error messages that contain a value that is itself worded, and so depends on the language.

type PriceChange = {
  name: string;
  oldPrice: string;
  oldUnit: Unit;
  oldNetWeightKg: number | null;
  newPrice: string;
  newUnit: Unit;
  newNetWeightKg: number | null;
};

export function priceChangedText(change: PriceChange, options: { locale: Language }): string {
  const { name, oldPrice, newPrice } = change;
  const oldUnit = pricedUnitText(change.oldUnit, change.oldNetWeightKg, options);
  const newUnit = pricedUnitText(change.newUnit, change.newNetWeightKg, options);
  return m.errorPriceChanged({ name, oldPrice, oldUnit, newPrice, newUnit }, options);
}

type Amount = { name: string; unit: Unit; quantity: number };

const amountWords = ({ name, unit, quantity }: Amount, options: { locale: Language }) => {
  return { name, quantity: figureText(quantity), unit: unitText(quantity, unit, options) };
};

/** `by` says what requested the goods. The message for a price offer doesn't mention an order. */
type AskedBy = { by?: 'offer' | undefined };

export const outOfStockText = (amount: AskedBy & Amount, options: { locale: Language }) =>
  (amount.by === 'offer' ? m.errorNotEnoughForOffer : m.errorOutOfStock)(
    amountWords(amount, options),
    options,
  );

export const reservationOverText = (amount: Amount, options: { locale: Language }) =>
  m.errorReservationOver(amountWords(amount, options), options);

/**
 * A quantity of 0 means that this buyer, or all new buyers together, have reached the reservation
 * limit.
 */
export const unprovenQuantityText = (amount: Amount, options: { locale: Language }) =>
  amount.quantity > 0
    ? m.errorUnprovenQuantity(amountWords(amount, options), options)
    : m.errorUnprovenNone({ name: amount.name }, options);

export const offerGoneText = (
  { name, by }: AskedBy & { name: string },
  options: { locale: Language },
) => (by === 'offer' ? m.errorProductGone : m.errorOfferGone)({ name }, options);

type Wait = { seconds: number };
const waitText = ({ seconds }: Wait, options: { locale: Language }) =>
  seconds < 120
    ? m.inSeconds({ count: seconds }, options)
    : m.inMinutes({ count: Math.ceil(seconds / 60) }, options);

export const codeTooSoonText = (wait: Wait, options: { locale: Language }) =>
  m.errorCodeTooSoon({ when: waitText(wait, options) }, options);

export const smsCodeTooSoonText = (wait: Wait, options: { locale: Language }) =>
  m.errorSmsCodeTooSoon({ when: waitText(wait, options) }, options);

export const quantityNotWholeText = ({ unit }: { unit: Unit }, options: { locale: Language }) =>
  m.errorQuantityNotWhole({ unit: unitText(2, unit, options) }, options);

type NamedFarm = { farmName: string; county: string };

export const belowMinimumText = (
  values: NamedFarm & { minimum: string; subtotal: string },
  options: { locale: Language },
) => m.errorBelowMinimum({ ...values, farm: farmTitle(values, options) }, options);

export const ownFarmText = (values: NamedFarm, options: { locale: Language }) =>
  m.errorOwnFarm({ farm: farmTitle(values, options) }, options);

export const tooFarText = (
  values: NamedFarm & { distance: number; radius: number },
  options: { locale: Language },
) => m.errorTooFar({ ...values, farm: farmTitle(values, options) }, options);

export const tooManyOrdersOfFarmText = (
  values: NamedFarm & { count: number },
  options: { locale: Language },
) => m.errorTooManyOrdersOfFarm({ ...values, farm: farmTitle(values, options) }, options);

/** Lists what still blocks an account's deletion: only the kinds with a count above zero. */
export function accountBusyText(
  { orders, refunds, payouts }: { orders: number; refunds: number; payouts: number },
  options: { locale: Language },
): string {
  const kinds = [
    { count: orders, text: m.busyOrders },
    { count: refunds, text: m.busyRefunds },
    { count: payouts, text: m.busyPayouts },
  ];
  const said = kinds
    .filter(({ count }) => count > 0)
    .map(({ count, text }) => text({ count }, options));
  return m.errorAccountBusy({ list: new Intl.ListFormat(options.locale).format(said) }, options);
}
