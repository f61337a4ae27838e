import { useId, useState } from 'react';
import { parseDecimal } from '#rules/amounts.ts';
import { METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { FieldError } from '#ui/form/field.tsx';
import { metresText } from '#ui/format/metres-text.ts';
import {
  COVERAGE_RADIUS_DEFAULT_METRES,
  COVERAGE_RADIUS_MAX_METRES,
  COVERAGE_RADIUS_MIN_METRES,
  COVERAGE_RADIUS_STEP_METRES,
} from '../rules/farm.ts';

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
const radiusText = (metres: number) =>
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

type SliderFieldProps = {
  name: string;
  label: string;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  format: (value: number) => string;
  /** `perUnit`: how many of `value` one unit is. */
  box: { label: string; unit?: string; perUnit?: number; rangeText: string };
  marks?: readonly { value: number; label: string }[];
};

/** To set by dragging, or by typing for users who cannot drag or want an exact value. */
function SliderField({
  name,
  label,
  value,
  onChange,
  min,
  max,
  step,
  format,
  box,
  marks = [],
}: SliderFieldProps) {
  const id = useId();
  const [isOutside, setIsOutside] = useState(false);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        <output htmlFor={id} className="font-bold text-leaf text-lg tabular-nums">
          {format(value)}
        </output>
      </div>
      <div className="flex items-center gap-4">
        <input
          type="range"
          id={id}
          name={name}
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={format(value)}
          onChange={(event) => {
            setIsOutside(false);
            onChange(event.target.valueAsNumber);
          }}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-leaf"
        />
        <NumberBox
          value={value}
          min={min}
          max={max}
          step={step}
          box={box}
          onChange={onChange}
          errorId={`${id}-error`}
          onRefused={setIsOutside}
        />
      </div>
      <FieldError id={`${id}-error`} text={isOutside ? box.rangeText : undefined} />
      {marks.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {marks.map((mark) => (
            <button
              key={mark.value}
              type="button"
              aria-pressed={mark.value === value}
              onClick={() => {
                setIsOutside(false);
                onChange(mark.value);
              }}
              className="min-h-11 rounded-full border border-line px-3 text-sm sm:px-4 hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf-soft aria-pressed:font-semibold aria-pressed:text-on-leaf-soft"
            >
              {mark.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

type NumberBoxProps = Pick<
  SliderFieldProps,
  'value' | 'onChange' | 'min' | 'max' | 'step' | 'box'
> & {
  errorId: string;
  onRefused: (isOutside: boolean) => void;
};

/**
 * Accepts any text while typing, then takes the nearest step. A number outside the range stays with
 * an error.
 */
function NumberBox({ value, onChange, min, max, step, box, errorId, onRefused }: NumberBoxProps) {
  const { label, unit, perUnit = 1 } = box;
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const number = parseDecimal(typed ?? '');
    if (number === null) return setTyped(null);
    const allowed = Math.round((number * perUnit) / step) * step;
    const isRight = allowed >= min && allowed <= max;
    onRefused(!isRight);
    if (!isRight) return;
    setTyped(null);
    if (allowed !== value) onChange(allowed);
  };
  const input = (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-describedby={errorId}
      value={typed ?? value / perUnit}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        settle();
      }}
      className="min-h-11 w-20 rounded-field border-[1.5px] border-edge bg-card px-3 text-right tabular-nums"
    />
  );
  return (
    <span className="flex items-center gap-2">
      {input}
      {unit && <span aria-hidden="true">{unit}</span>}
    </span>
  );
}
