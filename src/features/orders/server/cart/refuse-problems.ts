import { farmTitle } from '#farms/rules/farm-texts.ts';
import { PAYOUT_MIN_KES } from '#orders/rules/limits.ts';
import type { PaymentMethod } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import { depositOf } from '#orders/rules/settlement.ts';
import { MONEY_MAX_KES } from '#platform/rules/limits.ts';
import { amountText, centsOf, shillingsOf } from '#platform/rules/money.ts';
import type { Mpesa } from '#platform/server/adapters/mpesa.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Limits } from '#platform/server/config.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import type { BasketLine, CartProblem } from './list-cart-lines.ts';

export function refuseProblems(lines: BasketLine[]) {
  const priceChanges = lines.filter(({ problem }) => problem === 'priceChanged');
  for (const line of lines)
    if (line.problem) refuseLine(line, { problem: line.problem, priceChanges });
}

type Refusal = { problem: CartProblem; priceChanges: BasketLine[] };

function refuseLine(line: BasketLine, { problem, priceChanges }: Refusal): never {
  const { productId, name, unit, available, farmId } = line;
  switch (problem) {
    case 'gone':
      throw new AppError('OFFER_GONE', { inputs: { name }, facts: { productId } });
    case 'ownFarm':
      throw new AppError('OWN_FARM', {
        inputs: { farm: (options) => farmTitle(line, options) },
        facts: { farmId, productId },
      });
    case 'notEnough':
      throw new AppError('OUT_OF_STOCK', {
        inputs: {
          name,
          quantity: available,
          unit: (options) => unitText(available, unit, options),
        },
        facts: { productId, available },
      });
    case 'priceChanged': {
      const changes = priceChanges.map(changeOf);
      const change = changeOf(line);
      throw new AppError('PRICE_CHANGED', {
        inputs: {
          name,
          oldPrice: amountText(change.oldPrice),
          oldUnit: (options) => pricedUnitText(change.oldUnit, change.oldNetWeightKg, options),
          newPrice: amountText(change.newPrice),
          newUnit: (options) => pricedUnitText(change.newUnit, change.newNetWeightKg, options),
        },
        facts: { changes },
      });
    }
  }
}

const changeOf = (line: BasketLine) => ({
  productId: line.productId,
  oldPrice: shillingsOf(line.acceptedPriceCents),
  oldUnit: line.acceptedUnit,
  oldNetWeightKg: line.acceptedNetWeightKg,
  newPrice: shillingsOf(line.priceCents),
  newUnit: line.unit,
  newNetWeightKg: line.netWeightKg,
});

type Priced = {
  totalCents: number;
  paymentMethod: PaymentMethod;
  lines: Parameters<typeof depositOf>[0];
};
type Totals = { order: PlaceOrder; services: { limits: Limits; mpesa: Mpesa | null } };

/** Refuses totals that have changed since the buyer saw them, or that cannot be paid. */
export function refuseTotals(parts: Priced[], { order, services: { limits, mpesa } }: Totals) {
  const total = parts.reduce((sum, { totalCents }) => sum + totalCents, 0);
  if (order.expectedTotal !== undefined && centsOf(order.expectedTotal) !== total) {
    throw new AppError('CART_CHANGED', { facts: { total: shillingsOf(total) } });
  }
  const deposit = parts.reduce((sum, { lines }) => sum + depositOf(lines), 0);
  if (order.expectedDeposit !== undefined && centsOf(order.expectedDeposit) !== deposit) {
    const facts = { total: shillingsOf(total), deposit: shillingsOf(deposit) };
    throw new AppError('CART_CHANGED', { facts });
  }
  const largest = Math.max(...parts.map(({ totalCents }) => totalCents));
  if (largest > centsOf(MONEY_MAX_KES))
    throw new AppError('ORDER_TOO_LARGE', {
      inputs: { limit: MONEY_MAX_KES.toLocaleString('en-KE') },
    });
  const byMpesa = parts.filter(({ paymentMethod }) => paymentMethod === 'M-Pesa');
  if (byMpesa.length === 0) return;
  // A buyer who pays cash knows the deposit if the checkout has named it.
  const isDepositKnown = order.expectedDeposit !== undefined && byMpesa.length < parts.length;
  if (order.paymentMethod !== 'M-Pesa' && !isDepositKnown)
    throw new AppError('PRE_ORDER_BY_MPESA', { field: 'paymentMethod' });
  if (!mpesa) throw new AppError('MPESA_NOT_AVAILABLE', { field: 'paymentMethod' });
  const totals = byMpesa.map(({ totalCents }) => totalCents);
  if (Math.min(...totals) < centsOf(PAYOUT_MIN_KES)) {
    throw new AppError('MPESA_ORDER_TOO_SMALL', {
      field: 'paymentMethod',
      inputs: { limit: PAYOUT_MIN_KES },
    });
  }
  if (Math.max(...totals) > centsOf(limits.mpesaMaxKes)) {
    throw new AppError('MPESA_ORDER_TOO_LARGE', {
      field: 'paymentMethod',
      inputs: { limit: limits.mpesaMaxKes.toLocaleString('en-KE') },
    });
  }
}
