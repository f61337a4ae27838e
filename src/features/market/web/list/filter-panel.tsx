import { useEffect, useRef, useState } from 'react';
import { flagNames, productFlags } from '#products/rules/product-facts.ts';
import { countText, flagTexts } from '#products/web/catalogue/offer.tsx';
import { figureText, parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { countiesByName } from '#rules/counties.ts';
import { MONEY_MAX_KES } from '#rules/limits.ts';
import { m } from '#text';
import { Dialog } from '#ui/dialog.tsx';
import { Button, buttonClass } from '#ui/elements.tsx';
import { CheckboxField, Field, SelectField } from '#ui/field.tsx';
import { useEarlyInput } from '#web/typed-fields.ts';
import { countFilters } from './market-search.ts';
import { MARKET_FORM, type Market } from './use-market.ts';

const PAUSE_MILLISECONDS = 500;

const SMALLEST_PRICE = 0.01;

const DISTANCES_KM = [5, 10, 25, 50, 100, 200];

export type PanelProps = {
  market: Market;
  countyCounts: readonly { county: string; number: number }[] | undefined;
};

export function FilterPanel({
  market: { search, place, change, clear },
  countyCounts,
}: PanelProps) {
  const container = useEarlyInput<HTMLDivElement>();
  const countOf = (county: string) =>
    countyCounts?.find((count) => count.county === county)?.number;
  const countyOption = (county: string) => {
    const count = countOf(county);
    return { value: county, label: count ? `${county} (${countText(count)})` : county };
  };
  return (
    <div ref={container} className="grid gap-5">
      <SelectField
        form={MARKET_FORM}
        name="county"
        label={m.countyLabel()}
        placeholder={m.filterCountyAll()}
        options={countiesByName.map(countyOption)}
        value={search.county ?? ''}
        onChange={(event) => change({ county: event.target.value || undefined })}
      />
      <PriceRange
        min={search.minPrice}
        max={search.maxPrice}
        onChange={(minPrice, maxPrice) => change({ minPrice, maxPrice }, { replaces: true })}
      />
      <SelectField
        className="needs-script"
        label={m.filterDistanceLabel()}
        placeholder={m.filterDistanceAny()}
        options={distanceOptions(search.maxDistanceKm)}
        value={search.maxDistanceKm ? String(search.maxDistanceKm) : ''}
        onChange={(event) =>
          change({ maxDistanceKm: event.target.value ? Number(event.target.value) : undefined })
        }
        hint={place ? undefined : m.filterPlaceHint()}
      />
      <div className="grid">
        <CheckboxField
          className="needs-script"
          label={m.filterDeliversToMe()}
          checked={search.deliversToMe ?? false}
          onChange={(event) => change({ deliversToMe: event.target.checked || undefined })}
        />
        {flagNames.map((flag) => (
          <CheckboxField
            key={flag}
            form={MARKET_FORM}
            name={productFlags[flag]}
            value="true"
            label={flagTexts[flag].filter()}
            checked={search[productFlags[flag]] ?? false}
            onChange={(event) =>
              change({ [productFlags[flag]]: event.target.checked || undefined })
            }
          />
        ))}
      </div>
      {countFilters(search) > 0 && (
        <Button variant="secondary" size="small" className="needs-script" onClick={clear}>
          {m.filtersClear()}
        </Button>
      )}
      <div className="without-script hidden">
        <button type="submit" form={MARKET_FORM} className={buttonClass()}>
          {m.filtersShow()}
        </button>
      </div>
    </div>
  );
}

/** The usual choices, plus any value from the address. */
function distanceOptions(chosen: number | undefined) {
  const distances =
    chosen && !DISTANCES_KM.includes(chosen)
      ? [...DISTANCES_KM, chosen].sort((a, b) => a - b)
      : DISTANCES_KM;
  return distances.map((kilometres) => ({
    value: String(kilometres),
    label: m.filterDistanceWithin({ kilometres: figureText(kilometres) }),
  }));
}

type Price = number | undefined;

type PriceRangeProps = { min: Price; max: Price; onChange: (min: Price, max: Price) => void };

/**
 * Per kg, or per unit without a weight. Applied after a pause in typing, and at once on Enter and
 * on blur, so that a button pressed right after typing finds it applied.
 */
function PriceRange({ min, max, onChange }: PriceRangeProps) {
  const [typed, setTyped] = useState({ min: textOf(min), max: textOf(max) });
  const [known, setKnown] = useState({ min, max });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (known.min !== min || known.max !== max) {
    setKnown({ min, max });
    // Changed by Back or "clear all", not by typing.
    if (priceOf(typed.min) !== min || priceOf(typed.max) !== max)
      setTyped({ min: textOf(min), max: textOf(max) });
  }
  const error = errorOf(typed);

  const apply = ({ min: from, max: to }: typeof typed) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (!errorOf({ min: from, max: to })) onChange(priceOf(from), priceOf(to));
  };
  const type = (next: typeof typed) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(next), PAUSE_MILLISECONDS);
  };
  const applyTyped = () => timer.current !== undefined && apply(typed);
  const box = (end: 'min' | 'max', label: string) => (
    <Field
      label={label}
      error={error?.[end]}
      className="[&>label]:font-normal [&>label]:text-muted [&>label]:text-sm"
    >
      {(control) => (
        <input
          {...control}
          form={MARKET_FORM}
          name={end === 'min' ? 'minPrice' : 'maxPrice'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={typed[end]}
          onChange={(event) => type({ ...typed, [end]: event.target.value })}
          onBlur={applyTyped}
          onKeyDown={(event) => event.key === 'Enter' && applyTyped()}
          className="input"
        />
      )}
    </Field>
  );
  return (
    <fieldset>
      <legend className="font-semibold">{m.filterPriceTitle()}</legend>
      <div className="mt-1 grid grid-cols-2 gap-3">
        {box('min', m.filterPriceFrom())}
        {box('max', m.filterPriceTo())}
      </div>
      <p className="mt-1 text-muted text-sm">{m.filterPriceWithoutWeight()}</p>
    </fieldset>
  );
}

const textOf = (price: Price) => (price === undefined ? '' : String(price));

const numberOf = (text: string) => roundedToHundredths(parseDecimal(text) ?? 0);

function priceOf(text: string): Price {
  const number = numberOf(text);
  return number > 0 && number <= MONEY_MAX_KES ? number : undefined;
}

/** A lowest price of 0 means none. */
function errorOf({
  min,
  max,
}: {
  min: string;
  max: string;
}): { min?: string; max?: string } | null {
  const isWrong = (text: string, least: number) =>
    text.trim() !== '' && !(numberOf(text) >= least && numberOf(text) <= MONEY_MAX_KES);
  const wrong = { min: isWrong(min, 0), max: isWrong(max, SMALLEST_PRICE) };
  if (wrong.min || wrong.max) {
    return {
      ...(wrong.min && { min: m.priceRangeNotNumber() }),
      ...(wrong.max && { max: m.priceRangeNotNumber() }),
    };
  }
  const [from, to] = [priceOf(min), priceOf(max)];
  return from !== undefined && to !== undefined && from > to
    ? { min: m.priceRangeCrossed() }
    : null;
}

/** Stays open while a price is invalid. */
export function FiltersDialog({ onClose, ...panel }: PanelProps & { onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null);
  const show = () => {
    // A price is applied on blur, and some phones do not blur a field when a button is pressed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const wrong = body.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) wrong.focus();
    else onClose();
  };
  return (
    <Dialog
      title={m.filtersTitle()}
      isOpen
      onClose={onClose}
      actions={<Button onClick={show}>{m.filtersShow()}</Button>}
    >
      <div ref={body}>
        <FilterPanel {...panel} />
      </div>
    </Dialog>
  );
}
