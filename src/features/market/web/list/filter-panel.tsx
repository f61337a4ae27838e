import { flagNames, productFlags } from '#features/products/rules/product-flags.ts';
import { countText } from '#features/products/web/catalogue/offer-texts.ts';
import { flagTexts } from '#features/products/web/flags.tsx';
import { countiesByName } from '#platform/rules/geo/counties.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { useEarlyInput } from '#platform/web/shell/typed-fields.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { CheckboxField } from '#platform/web/ui/form/checkbox-field.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { countFilters } from './market-search.ts';
import { PriceRange } from './price-range.tsx';
import { MARKET_FORM, type Market } from './use-market.ts';

const DISTANCES_KM = [5, 10, 25, 50, 100, 200];

type FilterPanelProps = {
  market: Market;
  countyCounts: readonly { county: string; number: number }[] | undefined;
};

/**
 * The further filters. Each change takes effect at once; without JavaScript, when the form is sent.
 */
export function FilterPanel({
  market: { search, place, change, clear },
  countyCounts,
}: FilterPanelProps) {
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
        onChange={(minPrice, maxPrice) => change({ minPrice, maxPrice }, { isTyping: true })}
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
