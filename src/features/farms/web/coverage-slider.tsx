import {
  COVERAGE_RADIUS_DEFAULT_METRES,
  COVERAGE_RADIUS_MAX_METRES,
  COVERAGE_RADIUS_MIN_METRES,
  COVERAGE_RADIUS_STEP_METRES,
} from '#farms/rules/limits.ts';
import { METRES_PER_KILOMETRE } from '#platform/rules/geo.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { SliderField } from '#platform/web/ui/form/slider-field.tsx';
import { metresText } from '#platform/web/ui/format/metres-text.ts';
import { m } from '#text';

type CoverageSliderProps = { radiusMetres: number; onChange: (radiusMetres: number) => void };

/** Reaches a town from most farms. The form starts with the specification's 500 m. */
const SUGGESTED_METRES = 10_000;

export function CoverageSlider({ radiusMetres, onChange }: CoverageSliderProps) {
  return (
    <div className="grid gap-2">
      <RadiusField radiusMetres={radiusMetres} onChange={onChange} />
      {radiusMetres === COVERAGE_RADIUS_DEFAULT_METRES && (
        <p className="text-sm">
          {m.coverageSuggest({ distance: metresText(radiusMetres) })}{' '}
          <button
            type="button"
            onClick={() => onChange(SUGGESTED_METRES)}
            className="link -my-3 inline-block min-h-11 font-semibold"
          >
            {m.coverageSuggestTake()}
          </button>
        </p>
      )}
    </div>
  );
}

/** The specification's English always has one decimal (§9), which is unusual in Swahili. */
const radiusText = (metres: number): string =>
  metres < METRES_PER_KILOMETRE || getLocale() === 'sw'
    ? metresText(metres)
    : m.distanceInKilometres({ kilometres: (metres / METRES_PER_KILOMETRE).toFixed(1) });

function RadiusField({ radiusMetres, onChange }: CoverageSliderProps) {
  return (
    <SliderField
      name="geofenceRadius"
      label={m.coverageLabel()}
      value={radiusMetres}
      onChange={onChange}
      min={COVERAGE_RADIUS_MIN_METRES}
      max={COVERAGE_RADIUS_MAX_METRES}
      step={COVERAGE_RADIUS_STEP_METRES}
      format={radiusText}
      box={{
        label: m.coverageNumberLabel(),
        unit: m.kilometresShort(),
        perUnit: METRES_PER_KILOMETRE,
        rangeText: m.coverageOutside(),
      }}
      marks={[
        { value: COVERAGE_RADIUS_MIN_METRES, label: m.coverageNeighborhood() },
        { value: 5000, label: m.coverageTown() },
        { value: COVERAGE_RADIUS_MAX_METRES, label: m.coverageRegional() },
      ]}
    />
  );
}
