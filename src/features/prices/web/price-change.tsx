import { ArrowDown, ArrowUp } from 'lucide-react';
import { figureText } from '#platform/rules/decimal.ts';
import { m } from '#text';

/** Shown in words and by an arrow, not by colour alone. */
export function PriceChange({ change }: { change: number }) {
  const percent = figureText(Math.max(1, Math.round(Math.abs(change))));
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-3 py-1 font-semibold text-sm ${change > 0 ? 'bg-soil-soft text-on-soil-soft' : 'bg-leaf-soft text-on-leaf-soft'}`}
    >
      <Arrow aria-hidden="true" className="size-4" />
      {change > 0 ? m.priceMoverUp({ percent }) : m.priceMoverDown({ percent })}
    </span>
  );
}
