/** How far a long piece of work is, in per cent; its label names the work. */
export function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const whole = Math.round(percent);
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="tabular-nums">{whole} %</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={whole}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-leaf-solid transition-[width]" style={{ width: `${whole}%` }} />
      </div>
    </div>
  );
}
