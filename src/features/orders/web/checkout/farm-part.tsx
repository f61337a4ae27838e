import type { ReactNode } from 'react';
import { farmNameText, farmTitle } from '#features/farms/rules/farm-texts.ts';
import { quantityText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { CartLineProblem } from '../cart/cart-line-problem.tsx';
import type { Cart, FarmQuote } from './checkout-values.ts';
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
  const {
    farmId,
    farmName,
    county,
    deliveryFee,
    delivers,
    deliveredTotal,
    collectedTotal,
    isBelowMinimum,
    minimumOrder,
  } = farm;
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
          aside={deliveryFee > 0 ? `+ ${moneyText(deliveryFee)}` : m.deliveryFree()}
          checked={!isCollected}
          onChange={() => onCollect(false)}
        >
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
      {delivers === false && !isCollected && (
        <Refused
          action={
            <SmallLink onClick={() => onCollect(true)}>{m.checkoutCollectInstead()}</SmallLink>
          }
        >
          {m.checkoutTooFar({ farm: title })}
        </Refused>
      )}
      {isBelowMinimum && !isCollected && (
        <Refused
          action={
            <SmallLink onClick={() => onCollect(true)}>{m.checkoutCollectInstead()}</SmallLink>
          }
        >
          {m.checkoutBelowMinimum({ minimum: moneyText(minimumOrder) })}
        </Refused>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-muted">{m.checkoutFarmTotal()}</span>
        <span className="ml-auto font-bold text-lg tabular-nums">
          {moneyText(isCollected ? collectedTotal : deliveredTotal)}
        </span>
      </p>
    </Card>
  );
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

function Refused({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-x-4 rounded-field bg-soil-soft px-4 py-2.5 font-medium text-on-soil-soft"
    >
      <p>{children}</p>
      {action}
    </div>
  );
}

const SmallLink = ({ onClick, children }: { onClick: () => void; children: ReactNode }) => (
  <button type="button" onClick={onClick} className="min-h-11 font-semibold underline">
    {children}
  </button>
);
