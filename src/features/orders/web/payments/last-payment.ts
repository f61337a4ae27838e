import { type PaymentMethod, paymentMethods } from '#orders/rules/order-facts.ts';

/** The next checkout starts with it. */
const KEY = 'lastPayment';

export function keepLastPayment(method: PaymentMethod): void {
  try {
    localStorage.setItem(KEY, method);
  } catch {
    // Without storage the checkout starts with the default method.
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
