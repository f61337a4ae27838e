import { useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import type { CreateProduct, Unit } from '#products/rules/product.ts';
import { PRODUCT_NAME_MAX } from '#products/rules/product-facts.ts';
import { parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { useSettled } from '#ui/browser/timers.ts';
import { Button } from '#ui/elements.tsx';
import { FieldError, TextField } from '#ui/field.tsx';
import type { Typed } from '#ui/form-codec.tsx';
import { fieldSentence } from '#ui/form-state.ts';
import { trpc } from '#web/trpc.ts';
import type { OwnProduct } from '../use-own-products.ts';

const SHOWN_MAX = 8;
export const NO_CROP = 'none';

export type ProductValues = Typed<CreateProduct>;
export type ProductFormApi = UseFormReturn<ProductValues, unknown, CreateProduct>;

export type Crop = ReturnType<typeof useCrop>;

type CropLineProps = {
  form: ProductFormApi;
  product: OwnProduct | null;
  crop: Crop;
};

/**
 * The chosen crop, or the server's guess from the name, which saving accepts. It fills
 * in the category and, of a new product without a price and a quantity, the unit.
 */
export function CropLine({ form, product, crop }: CropLineProps) {
  const { control } = form;
  const id = useId();
  const { field, fieldState } = useController({ control, name: 'crop' });
  const [isChoosing, setIsChoosing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  useFilledIn('category', crop?.group, form);
  const { price, quantity } = form.getValues();
  useFilledIn('unit', product || price || quantity ? undefined : crop?.unit, form);

  function choose(chosen: string) {
    field.onChange(chosen);
    setIsChoosing(false);
    requestAnimationFrame(() => change.current?.focus());
  }

  if (crop === undefined && !isChoosing) return null;
  return (
    <div className="-mt-3">
      {isChoosing ? (
        <CropSearch onChoose={choose} />
      ) : (
        <p className="flex flex-wrap items-center gap-x-3 text-sm">
          <output id={id} aria-live="polite">
            {crop
              ? m.cropChosen({ name: getLocale() === 'sw' ? crop.sw : crop.en })
              : m.cropUnset()}
          </output>
          <button
            ref={change}
            type="button"
            aria-describedby={id}
            onClick={() => setIsChoosing(true)}
            className="link inline-flex min-h-11 items-center"
          >
            {m.priceAlertChange()}
          </button>
        </p>
      )}
      <FieldError id={`${id}-error`} text={fieldSentence(fieldState.error)} />
    </div>
  );
}

type Wanted = { chosen: string; name: string; product: OwnProduct | null };

/** Null for no crop; undefined while unknown, or without a name to guess from. */
export function useCrop({ chosen, name, product }: Wanted) {
  const known = chosen || (product?.name === name ? (product.crop ?? NO_CROP) : '');
  // The words of a crop's id are one of its names.
  const words = known ? known.replaceAll('-', ' ') : name;
  const isAsked = words !== '' && words.length <= PRODUCT_NAME_MAX && known !== NO_CROP;
  const { data } = trpc.market.guessCrop.useQuery(
    { name: words },
    { enabled: isAsked, retry: false, staleTime: Infinity },
  );
  return known === NO_CROP ? null : isAsked ? data?.crop : undefined;
}

function useFilledIn(
  field: 'category' | 'unit',
  value: string | undefined,
  { getValues, setValue }: ProductFormApi,
) {
  const filled = useRef(field === 'unit' ? 'kg' : '');
  useEffect(() => {
    if (value === undefined || getValues(field) !== filled.current) return;
    filled.current = value;
    setValue(field, value, { shouldDirty: true, shouldValidate: true });
  }, [field, value, getValues, setValue]);
}

function CropSearch({ onChoose }: { onChoose: (crop: string) => void }) {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const search = useSettled(typed.trim());
  const { data } = trpc.market.crops.useQuery({ search }, { retry: false, staleTime: Infinity });
  const found = data?.crops.slice(0, SHOWN_MAX);
  useEffect(() => input.current?.focus(), []);

  function chooseFirst(event: React.KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const [first] = search === typed.trim() ? (found ?? []) : [];
    if (first && search) onChoose(first.id);
  }

  return (
    <fieldset className="grid gap-2 rounded-card border border-line p-3">
      <legend className="px-1 font-semibold">{m.cropChoose()}</legend>
      <TextField
        ref={input}
        label={m.cropSearchLabel()}
        type="search"
        autoComplete="off"
        maxLength={PRODUCT_NAME_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={chooseFirst}
      />
      <ul className="flex flex-wrap gap-2">
        {found?.map(({ id, en, sw }) => (
          <li key={id}>
            <Button variant="secondary" size="small" onClick={() => onChoose(id)}>
              {getLocale() === 'sw' ? sw : en}
            </Button>
          </li>
        ))}
        <li>
          <Button variant="quiet" size="small" onClick={() => onChoose(NO_CROP)}>
            {m.cropNone()}
          </Button>
        </li>
      </ul>
      <p aria-live="polite" className="text-muted text-sm empty:hidden">
        {found?.length === 0 && m.cropNothingFound()}
      </p>
    </fieldset>
  );
}

type Change = {
  from: Unit;
  to: Unit;
  weights: Partial<Record<Unit, number>>;
};

/** Empty if the weight of either unit is unknown. */
const priceIn = (price: string, change: Change) => scaled(price, ratio(change));

const quantityIn = (quantity: string, change: Change) => scaled(quantity, 1 / ratio(change));

const ratio = ({ from, to, weights }: Change) => (weights[to] ?? NaN) / (weights[from] ?? NaN);

function scaled(typed: string, factor: number) {
  const number = roundedToHundredths((parseDecimal(typed) ?? Number.NaN) * factor);
  return Number.isFinite(number) ? String(number) : '';
}

/**
 * A new unit converts the price by the net weight, or clears it. A stored quantity is converted
 * too; a typed one is meant in the new unit.
 */
export function useUnitChange({ getValues, setValue }: ProductFormApi, product: OwnProduct | null) {
  const [note, setNote] = useState<{ from: Unit; price: string } | null>(null);
  const weights = useRef<Change['weights']>({
    kg: 1,
    ...(product?.netWeightKg && { [product.unit]: product.netWeightKg }),
  });
  const stored = useRef(product && String(product.quantity));

  function change(from: Unit, to: Unit) {
    if (from === to) return;
    const { price, quantity, netWeightKg } = getValues();
    const typedWeight = parseDecimal(netWeightKg);
    if (from !== 'kg' && typedWeight && typedWeight > 0) weights.current[from] = typedWeight;
    const units = { from, to, weights: weights.current };
    const next = priceIn(price, units);
    setNote(price.trim() ? { from, price: next } : null);
    setValue('price', next, { shouldDirty: true });
    if (quantity === stored.current) {
      stored.current = quantityIn(quantity, units);
      setValue('quantity', stored.current);
    }
    setValue('netWeightKg', to === 'kg' ? '' : String(weights.current[to] ?? ''), {
      shouldDirty: true,
    });
  }
  return { change, note };
}
