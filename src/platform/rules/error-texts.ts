import { figureText } from './amounts.ts';
import { m } from './text/compiled/messages.js';

type Amount = { name: string; quantity: number; unit: string };

const inFigures = ({ name, quantity, unit }: Amount) => ({
  name,
  quantity: figureText(quantity),
  unit,
});

type AskedBy = { by?: 'offer' | undefined };

export const outOfStockText = (amount: AskedBy & Amount, options: { locale: Language }) =>
  (amount.by === 'offer' ? m.errorNotEnoughForOffer : m.errorOutOfStock)(
    inFigures(amount),
    options,
  );

export const reservationOverText = (amount: Amount, options: { locale: Language }) =>
  m.errorReservationOver(inFigures(amount), options);

export const moreThanOrderedText = (amount: Amount, options: { locale: Language }) =>
  m.errorMoreThanOrdered(inFigures(amount), options);

export const orderLineChangedText = (amount: Amount, options: { locale: Language }) =>
  m.errorOrderLineChanged(inFigures(amount), options);

/** A quantity of 0 means that this buyer, or all new buyers together, have reached the limit. */
export const unprovenQuantityText = (
  { advice, ...amount }: Amount & { advice: string },
  options: { locale: Language },
) =>
  amount.quantity > 0
    ? m.errorUnprovenQuantity({ ...inFigures(amount), advice }, options)
    : m.errorUnprovenNone({ name: amount.name, advice }, options);

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

export type CodeToSend = { code: string; number: string; ussdCode: string };

export const proveBySmsText = (toSend: CodeToSend, options: { locale: Language }) =>
  m.errorProveBySms(
    {
      words: m.verifyWords(toSend, options),
      number: toSend.number,
      orDial: toSend.ussdCode === '' ? '' : m.errorProveOrDial(toSend, options),
    },
    options,
  );

export function accountBusyText(
  { orders, refunds, payouts }: { orders: number; refunds: number; payouts: number },
  options: { locale: Language },
) {
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

/** The farmer enters the handover code while the buyer's phone asks for the difference. */
export const paymentUnderWayText = (
  { by }: { by?: string | undefined },
  options: { locale: Language },
) => (by === 'farmer' ? m.errorDifferenceUnderWay : m.errorPaymentUnderWay)({}, options);
