import { farmNameText, farmTitle } from '#features/farms/rules/farm-texts.ts';
import { quantityText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CartLineProblem } from '../cart/cart-line-problem.tsx';
import { type Cart, canDeliver, type FarmQuote } from './checkout-values.ts';
import { Choice } from './choice.tsx';

type Line = Cart['lines'][number];
type FarmPartProps = {
  farm: FarmQuote;
  lines: readonly Line[];
  isCollected: boolean;
  onCollect: (isCollected: boolean) => void;
  onSet: (line: Line, quantity: number) => void;
};

/** The ordered products of one farm, and whether they are delivered or collected. */
export function FarmPart({ farm, lines, isCollected, onCollect, onSet }: FarmPartProps) {
  const { farmId, farmName, county, deliveryFee, deliveredTotal, collectedTotal } = farm;
  const isDeliverable = canDeliver(farm);
  const fee = deliveryFee > 0 ? `+ ${moneyText(deliveryFee)}` : m.deliveryFree();
  const title = farmTitle(farm);
  return (
    <Card className="grid gap-4">
      <h3 className="font-bold text-lg">
        {title}{' '}
        {farmNameText(farmName) && (
          <span className="font-normal text-base text-muted">· {county}</span>
        )}
      </h3>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line) => (
          <li key={`${line.productId} ${line.offerId}`} className="grid gap-2 py-2.5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0">
                {line.name}{' '}
                <span className="text-muted">· {quantityText(line.quantity, line.unit)}</span>
              </span>
              <span className="ml-auto tabular-nums">{moneyText(line.total)}</span>
            </div>
            {line.offerId === null && (
              <CartLineProblem line={line} onSet={(quantity) => onSet(line, quantity)} />
            )}
          </li>
        ))}
      </ul>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{m.checkoutFulfilmentOf({ farm: title })}</legend>
        <Choice
          name={`fulfilment-${farmId}`}
          label={m.checkoutDeliver()}
          aside={isDeliverable ? fee : undefined}
          checked={!isCollected}
          disabled={!isDeliverable}
          onChange={() => onCollect(false)}
        >
          <span role="status" className={isDeliverable ? undefined : 'font-medium text-soil'}>
            {refusalText(farm)}
          </span>{' '}
          <DistanceText farm={farm} />
        </Choice>
        <Choice
          name={`fulfilment-${farmId}`}
          label={m.checkoutCollect()}
          checked={isCollected}
          onChange={() => onCollect(true)}
        >
          {m.checkoutCollectionMeaning({ county })}
        </Choice>
      </fieldset>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{m.checkoutFarmTotal()}</span>
        <span className="ml-auto font-bold text-lg tabular-nums">
          {moneyText(isCollected ? collectedTotal : deliveredTotal)}
        </span>
      </p>
    </Card>
  );
}

/** Why the farm cannot deliver this order, and what follows; null if it can. */
function refusalText(farm: FarmQuote): string | null {
  if (canDeliver(farm)) return null;
  const why =
    farm.delivers === false
      ? m.checkoutTooFar({ farm: farmTitle(farm) })
      : m.checkoutBelowMinimum({ minimum: moneyText(farm.minimumOrder) });
  return `${why} ${m.checkoutMustCollect()}`;
}

/**
 * The distance to the farm and how far it delivers, so that the buyer understands whether it can
 * deliver.
 */
function DistanceText({ farm: { distanceKm, coverageKm } }: { farm: FarmQuote }) {
  const coverage = figureText(coverageKm);
  if (distanceKm === null) return m.checkoutCoverage({ coverage });
  return m.checkoutDistance({ distance: figureText(distanceKm), coverage });
}
