import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { m } from '#text';
import { statusText } from './money-texts.ts';

const names: Record<string, () => string> = {
  orderId: m.orderColumnOrder,
  paymentId: m.orderColumnPayment,
  payoutId: m.deskKindPayout,
  attemptId: m.deskAttempt,
  productId: m.inventoryProduct,
  lotId: m.deskLot,
  reportId: m.deskKindReport,
  accountId: m.settingsAccount,
  requestId: m.deskRequestWord,
  account: m.settingsAccount,
  newNumber: m.phoneNew,
  receipt: m.deskReceipt,
  end: m.deskDecision,
  reason: m.orderReasonLabel,
  why: m.orderReasonLabel,
  amountCents: m.deskAmount,
  name: m.deskName,
  role: m.deskRole,
  email: m.emailLabel,
  text: m.deskSearch,
  requestedBy: m.deskRequestedBy,
};

export const inputFacts = (input: Readonly<Record<string, string | number | boolean>>) =>
  Object.entries(input)
    // The effects say what the lines come to.
    .filter(([key]) => key !== 'lines')
    .map(([key, value]) => [names[key]?.() ?? key, valueText(key, value)] as const);

function valueText(key: string, value: string | number | boolean): string {
  if (key === 'amountCents') return moneyText(shillingsOf(Number(value)));
  if (key !== 'end') return String(value);
  return value === 'divided' ? m.deskEndDivided() : statusText('order', String(value));
}
