import { type ReactNode, useId, useState } from 'react';

type SliderFieldProps = {
  label: string;
  hint?: ReactNode;
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step: number;
  /** The value as people say it: "500 m", "2.5 km". */
  format: (value: number) => string;
  /** The unit of the number box, such as metres. */
  numberLabel: string;
  /** The names of common values, shown as buttons that set them. */
  marks?: readonly { value: number; label: string }[];
};

/** A number to set by dragging, or by typing for people who cannot drag or want an exact value. */
export function SliderField({ label, hint, value, onChange, min, max, step, format, numberLabel, marks = [] }: SliderFieldProps) {
  const id = useId();
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
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={format(value)}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className="h-11 min-w-0 flex-1 cursor-pointer accent-leaf"
        />
        <NumberBox value={value} onChange={onChange} min={min} max={max} step={step} label={numberLabel} />
      </div>
      {marks.length > 0 && (
        <div className="flex flex-wrap gap-2">
          {marks.map((mark) => (
            <button
              key={mark.value}
              type="button"
              aria-pressed={mark.value === value}
              onClick={() => onChange(mark.value)}
              className="min-h-11 rounded-full border border-line px-4 text-sm hover:border-leaf aria-pressed:border-leaf aria-pressed:bg-leaf-soft aria-pressed:font-semibold aria-pressed:text-on-leaf-soft"
            >
              {mark.label}
            </button>
          ))}
        </div>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  );
}

type NumberBoxProps = Pick<SliderFieldProps, 'value' | 'onChange' | 'min' | 'max' | 'step' | 'label'>;

/** Any text can be typed; when the field is left, it becomes the nearest allowed value. */
function NumberBox({ value, onChange, min, max, step, label }: NumberBoxProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    const number = Number(typed);
    if (!typed?.trim() || !Number.isFinite(number)) return;
    const allowed = Math.min(max, Math.max(min, Math.round(number / step) * step));
    if (allowed !== value) onChange(allowed);
  };
  return (
    <input
      type="text"
      inputMode="numeric"
      aria-label={label}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // Enter applies the number; it must not submit the form around it.
        event.preventDefault();
        settle();
      }}
      className="min-h-11 w-24 rounded-field border-[1.5px] border-edge bg-card px-3 text-right tabular-nums"
    />
  );
}
