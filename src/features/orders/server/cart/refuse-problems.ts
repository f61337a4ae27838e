import { farmTitle } from '#farms/rules/farm-texts.ts';
import { amountInFigures, shillingsOf } from '#platform/rules/money.ts';
import { AppError } from '#platform/server/app-error.ts';
import { pricedUnitText, unitText } from '#products/rules/product-texts.ts';
import type { CartProblem, PricedCartLine } from '../cart/list-cart-lines.ts';

export function refuseProblems(lines: PricedCartLine[]) {
  const priceChanges = lines.filter(({ problem }) => problem === 'priceChanged');
  for (const line of lines)
    if (line.problem) refuseLine(line, { problem: line.problem, priceChanges });
}

type Refusal = { problem: CartProblem; priceChanges: PricedCartLine[] };

function refuseLine(line: PricedCartLine, { problem, priceChanges }: Refusal): never {
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
          oldPrice: amountInFigures(change.oldPrice),
          oldUnit: (options) => pricedUnitText(change.oldUnit, change.oldNetWeightKg, options),
          newPrice: amountInFigures(change.newPrice),
          newUnit: (options) => pricedUnitText(change.newUnit, change.newNetWeightKg, options),
        },
        facts: { changes },
      });
    }
  }
}

const changeOf = (line: PricedCartLine) => ({
  productId: line.productId,
  oldPrice: shillingsOf(line.acceptedPriceCents),
  oldUnit: line.acceptedUnit,
  oldNetWeightKg: line.acceptedNetWeightKg,
  newPrice: shillingsOf(line.priceCents),
  newUnit: line.unit,
  newNetWeightKg: line.netWeightKg,
});
