import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { ProductPicture } from '#web/product-picture.tsx';
import { amountText, farmNameText } from '#web/say-amount.ts';
import { moneyText } from '#web/say-money.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { setCartLine } from './cart-lines.ts';
import { type CartItem, type FarmItems, lineTotal, totalOf } from './cart-totals.ts';
import { pricedUnitText } from './offer-texts.ts';
import { QuantityPicker } from './quantity-picker.tsx';

type CartFarmProps = { farm: FarmItems; onRemove: (item: CartItem) => void };

/** What the cart holds of one farm. */
export function CartFarm({ farm: { farmName, county, items }, onRemove }: CartFarmProps) {
  const name = farmNameText(farmName);
  return (
    <section aria-label={name ?? county} className="overflow-hidden rounded-card border border-line bg-card">
      <h2 className="border-line border-b bg-sunk px-4 py-3 font-bold sm:px-5">
        {name ?? county} {name && <span className="font-normal text-muted">· {county}</span>}
      </h2>
      <ul className="divide-y divide-line">
        {items.map((item) => (
          <Line key={item.product.id} item={item} onRemove={() => onRemove(item)} />
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t px-4 py-3 sm:px-5">
        <span className="text-muted">{m.cartSubtotal()}</span>
        <span className="font-bold text-lg tabular-nums">{moneyText(totalOf(items))}</span>
      </p>
    </section>
  );
}

function Line({ item, onRemove }: { item: CartItem; onRemove: () => void }) {
  const { product, quantity } = item;
  const { id, name, unit, price, netWeightKg, quantity: available } = product;
  const isTooMuch = quantity > available;
  return (
    <li className="grid grid-cols-[5rem_minmax(0,1fr)] gap-x-4 gap-y-3 p-4 sm:grid-cols-[6.5rem_minmax(0,1fr)_auto] sm:px-5">
      <div className="aspect-4/3 overflow-hidden rounded-field bg-sunk">
        <ProductPicture product={product} sizes="6.5rem" />
      </div>
      <div className="min-w-0">
        <h3 className="font-bold leading-snug">
          <Link
            to="/market/$productId"
            params={{ productId: id }}
            className="-my-2 inline-flex min-h-11 items-center text-ink no-underline hover:text-leaf"
          >
            {name}
          </Link>
        </h3>
        <p className="text-muted text-sm tabular-nums">
          {moneyText(price)} / {pricedUnitText(unit, netWeightKg)}
        </p>
        <p className="mt-1 font-bold tabular-nums sm:hidden">{moneyText(lineTotal(item))}</p>
        {isTooMuch && (
          <p role="status" className="font-medium text-sm text-soil">
            {m.cartTooMuch({ available: amountText(available, unit) })}
          </p>
        )}
      </div>
      <div className="col-span-full flex flex-wrap items-center justify-between gap-3 sm:col-span-1 sm:flex-col sm:items-end">
        <p className="font-bold tabular-nums max-sm:hidden">{moneyText(lineTotal(item))}</p>
        <div className="flex items-center gap-1">
          <QuantityPicker
            label={m.cartQuantityOf({ name })}
            value={quantity}
            most={available}
            onChange={(next) => setCartLine({ productId: id, quantity: next })}
          />
          <button
            type="button"
            aria-label={m.cartRemoveNamed({ name })}
            onClick={onRemove}
            className={buttonClass({ variant: 'quiet', size: 'icon' })}
          >
            <Trash2 aria-hidden="true" className="size-5" />
          </button>
        </div>
      </div>
    </li>
  );
}
