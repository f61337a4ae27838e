import { type PaymentMethod, paymentMethods } from '#features/orders/rules/order-facts.ts';

/** The payment method that was chosen last on this device, which the next checkout begins with. */
const KEY = 'lastPayment';

export function keepLastPayment(method: PaymentMethod): void {
  try {
    localStorage.setItem(KEY, method);
  } catch {
    // Without storage the checkout begins with the usual method.
  }
}

export function readLastPayment(): PaymentMethod | undefined {
  try {
    const kept = localStorage.getItem(KEY);
    return paymentMethods.find((method) => method === kept);
  } catch {
    return undefined;
  }
}
