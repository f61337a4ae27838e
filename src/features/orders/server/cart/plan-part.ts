import { farmTitle } from '#farms/rules/farm-texts.ts';
import { isBelowMinimumOrder } from '#orders/rules/cart.ts';
import type { Fulfilment, PaymentMethod } from '#orders/rules/order-facts.ts';
import type { PlaceOrder } from '#orders/rules/order-input.ts';
import type { OrderSums } from '#orders/rules/settlement.ts';
import { kilometresAgainst, kilometresWithTenths } from '#platform/rules/geo.ts';
import { amountInFigures, shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { PricedCartLine } from '../cart/list-cart-lines.ts';
import { distanceFromFarm, priceFarmOrder } from './price-farm-order.ts';

export type Part = OrderSums & {
  lines: PricedCartLine[];
  farm: PricedCartLine;
  fulfilment: Fulfilment;
  paymentMethod: PaymentMethod;
  distanceMetres: number | null;
};

export function planPart(lines: PricedCartLine[], order: PlaceOrder): Part {
  const { fulfilment: usual, farms, latitude, longitude } = order;
  const [farm] = lines;
  if (!farm) throw new Error('A part of the cart has no lines');
  const fulfilment = farms?.find(({ farmId }) => farmId === farm.farmId)?.fulfilment ?? usual;
  // Also next to goods that are paid in cash.
  const paymentMethod = farm.depositPercent === null ? order.paymentMethod : 'M-Pesa';
  const price = { ...priceFarmOrder(lines, fulfilment), paymentMethod };
  if (
    fulfilment === 'delivery' &&
    isBelowMinimumOrder(price.subtotalCents, farm.minimumOrderCents)
  ) {
    throw new AppError('BELOW_MINIMUM', {
      inputs: {
        farm: (options) => farmTitle(farm, options),
        minimum: amountInFigures(shillingsOf(farm.minimumOrderCents)),
        subtotal: amountInFigures(shillingsOf(price.subtotalCents)),
      },
      facts: { farmId: farm.farmId },
    });
  }
  if (fulfilment === 'collection')
    return { ...price, lines, farm, fulfilment, distanceMetres: null };
  // The input's schema guarantees that a delivery has a place.
  const metres = distanceFromFarm(farm, {
    latitude: latitude ?? Number.NaN,
    longitude: longitude ?? Number.NaN,
  });
  if (!(metres <= farm.coverageRadiusMetres)) {
    const [distanceKm, radiusKm] = [
      kilometresAgainst(metres, farm.coverageRadiusMetres),
      kilometresWithTenths(farm.coverageRadiusMetres),
    ];
    throw new AppError('TOO_FAR', {
      inputs: {
        farm: (options) => farmTitle(farm, options),
        distance: distanceKm,
        radius: radiusKm,
      },
      facts: { farmId: farm.farmId, distanceKm, coverageKm: radiusKm },
    });
  }
  return { ...price, lines, farm, fulfilment, distanceMetres: metres };
}
