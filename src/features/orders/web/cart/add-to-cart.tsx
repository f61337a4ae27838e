import { useId, useState } from 'react';
import { QUANTITY_STEP } from '#orders/rules/limits.ts';
import type { Unit } from '#products/rules/product.ts';
import { quantityText } from '#products/rules/product-texts.ts';
import { parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { m } from '#text';
import { Button, type ButtonSize } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import type { CartActions } from './use-cart.ts';
import type { CartProduct } from './visitor-cart.tsx';

const target = 'group/round grid size-11 shrink-0 place-items-center rounded-full';
/** Smaller than its target, because the targets of two rows touch on a phone. */
const round =
  'grid size-9 place-items-center rounded-full font-bold text-xl leading-none border-[1.5px] border-leaf bg-card text-leaf cards:size-11 group-hover/round:bg-leaf-soft group-aria-disabled/round:border-line group-aria-disabled/round:text-muted';

type CardCartButtonProps = { product: CartProduct; held: number; cart: CartActions };

export function CardCartButton({ product, held, cart }: CardCartButtonProps) {
  const { name, quantity: available, unit } = product;
  const field = useTypedQuantity({
    value: held,
    most: available,
    onChange: (quantity) => quantity !== held && cart.set(product, quantity),
    onCutChange: (isCut) =>
      isCut && showToast('info', m.quantityCut({ available: quantityText(available, unit) })),
  });
  if (held === 0) return <AddToCart product={product} add={cart.add} isOnCard />;
  const most = held >= available;
  const set = (quantity: number) => cart.set(product, quantity);
  return (
    <fieldset
      aria-label={m.cartQuantityOf({ name })}
      className="flex items-center justify-between max-cards:flex-col"
    >
      <button
        type="button"
        aria-label={m.quantityOneLess({ name })}
        onClick={() => set(oneStepLess(held, unit))}
        className={target}
      >
        <span aria-hidden="true" className={round}>
          −
        </span>
      </button>
      <input
        {...field}
        aria-label={m.cartQuantityOf({ name })}
        className="h-6 w-12 min-w-0 rounded-field bg-transparent text-center font-bold tabular-nums cards:h-11 cards:w-14"
      />
      <button
        type="button"
        aria-label={m.quantityOneMore({ name })}
        aria-disabled={most}
        onClick={() => !most && set(oneStepMore(held, unit, available))}
        className={target}
      >
        <span aria-hidden="true" className={round}>
          +
        </span>
      </button>
    </fieldset>
  );
}

type AddToCartProps = {
  product: CartProduct;
  add: CartActions['add'];
  /** Defaults to one unit, or the remaining stock if that is less. */
  quantity?: number;
  isWide?: boolean;
  size?: ButtonSize;
  /** The quantity replaces the button on a card. */
  isOnCard?: boolean;
  label?: React.ReactNode;
};

export function AddToCart(props: AddToCartProps) {
  const { product, add, quantity = 1, isWide = false, size = 'small', isOnCard } = props;
  const { label = m.addToCart() } = props;
  const { name, unit } = product;
  const press = async () => {
    const held = await add(product, quantity);
    if (!held) return;
    if (held.now === held.before) showToast('info', m.cartHoldsAll({ name }));
    else if (!isOnCard)
      showToast('success', m.addedToCart({ name, quantity: quantityText(held.now, unit) }));
  };
  return (
    <Button size={size} isWide={isWide} onClick={() => void press()} className="needs-script">
      {isOnCard ? (
        <>
          <span className="max-cards:sr-only">{label}</span>
          {/* Every list of cards draws it once. */}
          <svg aria-hidden="true" className="size-5.5 cards:hidden">
            <use href="#icon-plus" />
          </svg>
        </>
      ) : (
        label
      )}
      <span className="sr-only">{`: ${name}`}</span>
    </Button>
  );
}

type QuantityPickerProps = {
  label: string;
  value: number;
  onChange: (quantity: number) => void;
  most: number;
  unit: Unit;
};

export function QuantityPicker({ label, value, onChange, most, unit }: QuantityPickerProps) {
  const noteId = useId();
  const [isCut, setIsCut] = useState(false);
  const field = useTypedQuantity({ value, most, onChange, onCutChange: setIsCut });
  const button =
    'grid size-11 place-items-center rounded-full font-bold text-xl leading-none text-ink hover:bg-line/60 aria-disabled:text-muted';
  return (
    <div className="grid gap-1">
      <fieldset
        aria-label={label}
        className="inline-flex w-fit items-center rounded-full border-[1.5px] border-edge bg-card p-0.5"
      >
        <button
          type="button"
          aria-label={m.quantityLess()}
          aria-disabled={value <= 1}
          onClick={() => value > 1 && onChange(Math.max(1, oneStepLess(value, unit)))}
          className={button}
        >
          <span aria-hidden="true">−</span>
        </button>
        <input
          {...field}
          aria-label={label}
          aria-describedby={isCut ? noteId : undefined}
          className="h-11 w-14 rounded-field bg-transparent text-center font-bold tabular-nums sm:w-18"
        />
        <button
          type="button"
          aria-label={m.quantityMore()}
          aria-disabled={value >= most}
          onClick={() => value < most && onChange(oneStepMore(value, unit, most))}
          className={button}
        >
          <span aria-hidden="true">+</span>
        </button>
      </fieldset>
      <p id={noteId} role="status" className="font-medium text-on-maize-soft text-sm empty:hidden">
        {isCut && m.quantityCut({ available: quantityText(most, unit) })}
      </p>
    </div>
  );
}

type TypedQuantity = {
  value: number;
  most: number;
  onChange: (quantity: number) => void;
  /** True when a quantity above the maximum was reduced, false at the next input. */
  onCutChange: (isCut: boolean) => void;
};

/** Up to two decimals. It counts while it is typed, so that totals follow. */
function useTypedQuantity({ value, most, onChange, onCutChange }: TypedQuantity) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    const number = parseDecimal(typed ?? '');
    if (number === null || !(number > 0)) return;
    onCutChange(number > most);
    onChange(allowed(number, most));
  };
  const type = (text: string) => {
    setTyped(text);
    onCutChange(false);
    const number = parseDecimal(text);
    if (number !== null && number > 0 && number <= most) onChange(allowed(number, most));
  };
  return {
    inputMode: 'decimal',
    autoComplete: 'off',
    value: typed ?? value,
    onChange: ({ target }: { target: { value: string } }) => type(target.value),
    onBlur: settle,
    onKeyDown: (event: React.KeyboardEvent) => event.key === 'Enter' && settle(),
  } as const;
}

const allowed = (quantity: number, most: number) =>
  Math.min(most, Math.max(QUANTITY_STEP, roundedToHundredths(quantity)));

/** Packs are counted one by one. */
const LARGE_STEPS = [
  { from: 50, step: 10 },
  { from: 10, step: 5 },
] as const;
const PACKS: readonly Unit[] = ['bags', 'crates', 'trays'];

export function oneStepMore(quantity: number, unit: Unit, most: number): number {
  const large = PACKS.includes(unit) ? undefined : LARGE_STEPS.find(({ from }) => quantity >= from);
  return Math.min(most, roundedToHundredths(quantity + (large?.step ?? 1)));
}

export function oneStepLess(quantity: number, unit: Unit): number {
  const large = PACKS.includes(unit) ? undefined : LARGE_STEPS.find(({ from }) => quantity > from);
  return roundedToHundredths(
    large ? Math.max(large.from, quantity - large.step) : Math.max(0, quantity - 1),
  );
}
