import { useId, useState } from 'react';
import { parseDecimal } from '#rules/amounts.ts';
import { METRES_PER_KILOMETRE } from '#rules/geo.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { m } from '#text';
import { FieldError } from '#ui/field.tsx';
import { metresText } from '#ui/format.ts';
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

const marks = [
  { metres: COVERAGE_RADIUS_MIN_METRES, label: m.coverageNeighborhood },
  { metres: 5000, label: m.coverageTown },
  { metres: COVERAGE_RADIUS_MAX_METRES, label: m.coverageRegional },
];

const range = {
  min: COVERAGE_RADIUS_MIN_METRES,
  max: COVERAGE_RADIUS_MAX_METRES,
  step: COVERAGE_RADIUS_STEP_METRES,
};

/** To set by dragging, or by typing for users who cannot drag or want an exact value. */
function RadiusField({ radiusMetres, onChange }: CoverageSliderProps) {
  const id = useId();
  const [isOutside, setIsOutside] = useState(false);
  const choose = (metres: number) => {
    setIsOutside(false);
    onChange(metres);
  };
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className="font-semibold">
          {m.coverageLabel()}
        </label>
        <output htmlFor={id} className="font-bold text-leaf text-lg tabular-nums">
          {radiusText(radiusMetres)}
        </output>
      </div>
      <div className="flex items-center gap-4">
        <input
          type="range"
          id={id}
          name="geofenceRadius"
          {...range}
          value={radiusMetres}
          aria-valuetext={radiusText(radiusMetres)}
          onChange={({ target }) => choose(target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-leaf"
        />
        <KilometresBox
          radiusMetres={radiusMetres}
          onChange={onChange}
          errorId={`${id}-error`}
          onRefused={setIsOutside}
        />
      </div>
      <FieldError id={`${id}-error`} text={isOutside ? m.coverageOutside() : undefined} />
      <div className="flex flex-wrap gap-2">
        {marks.map(({ metres, label }) => (
          <button
            key={metres}
            type="button"
            aria-pressed={metres === radiusMetres}
            onClick={() => choose(metres)}
            className="min-h-11 rounded-full border border-line px-3 text-sm sm:px-4 hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf-soft aria-pressed:font-semibold aria-pressed:text-on-leaf-soft"
          >
            {label()}
          </button>
        ))}
      </div>
    </div>
  );
}

type KilometresBoxProps = CoverageSliderProps & {
  errorId: string;
  onRefused: (isOutside: boolean) => void;
};

/**
 * Accepts any text while typing, then takes the nearest step. A number outside the range stays with
 * an error.
 */
function KilometresBox({ radiusMetres, onChange, errorId, onRefused }: KilometresBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    const number = parseDecimal(typed ?? '');
    if (number === null) return setTyped(null);
    const allowed = Math.round((number * METRES_PER_KILOMETRE) / range.step) * range.step;
    const isRight = allowed >= range.min && allowed <= range.max;
    onRefused(!isRight);
    if (!isRight) return;
    setTyped(null);
    if (allowed !== radiusMetres) onChange(allowed);
  };
  return (
    <span className="flex items-center gap-2">
      <input
        type="text"
        inputMode="decimal"
        aria-label={m.coverageNumberLabel()}
        aria-describedby={errorId}
        value={typed ?? radiusMetres / METRES_PER_KILOMETRE}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          settle();
        }}
        className="min-h-11 w-20 rounded-field border-[1.5px] border-edge bg-card px-3 text-right tabular-nums"
      />
      <span aria-hidden="true">{m.kilometresShort()}</span>
    </span>
  );
}
