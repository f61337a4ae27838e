import { moneyText } from '#platform/rules/money.ts';
import { unbroken } from '#platform/rules/text/unbroken.ts';
import { pricedUnitText, quantityText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { Button } from '#ui/form/button.tsx';
import type { CartLineView } from './cart-lines.ts';

export const CART_PROBLEM = '[data-cart-problem] button';

type CartLineProblemProps = {
  line: CartLineView;
  onSet: (quantity: number) => void;
  className?: string;
};

export function CartLineProblem({ line, onSet, className = '' }: CartLineProblemProps) {
  const { problem, name, unit, netWeightKg, price, quantity, available } = line;
  if (problem === null) return null;
  const newPrice = pricedText(price, unit, netWeightKg);
  const { text, label, settled } = {
    gone: { text: m.cartLineGone(), label: m.cartRemove(), settled: 0 },
    ownFarm: { text: m.cartOwnFarm(), label: m.cartRemove(), settled: 0 },
    notEnough: {
      text: m.cartTooMuch({ available: quantityText(available, unit) }),
      label: m.cartTakeLeft({ available: quantityText(available, unit) }),
      settled: available,
    },
    priceChanged: {
      text: m.cartPriceChanged({
        oldPrice: pricedText(line.acceptedPrice, line.acceptedUnit, line.acceptedNetWeightKg),
        newPrice,
      }),
      label: m.cartAcceptPrice({ price: newPrice }),
      settled: quantity,
    },
  }[problem];
  return (
    <div
      role="status"
      data-cart-problem
      className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field bg-soil-soft px-4 py-2.5 text-on-soil-soft ${className}`}
    >
      <p className="min-w-0 font-medium">{text}</p>
      <Button variant="secondary" size="small" onClick={() => onSet(settled)}>
        {label}
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  );
}

/**
 * "KES 3,600.00 / 90 kg bag", with the unit, so that a changed unit is noticed. Breaks only at the
 * slash.
 */
export const pricedText = (price: number, ...packing: Parameters<typeof pricedUnitText>) =>
  m.priceWithUnit({
    price: unbroken(moneyText(price)),
    unit: unbroken(pricedUnitText(...packing)),
  });
