import { ArrowDown, ArrowUp } from 'lucide-react';
import { figureText } from '#platform/rules/decimal.ts';
import { m } from '#text';

/** Without a colour: what is good for one side is bad for the other. */
export function PriceChange({ change }: { change: number }) {
  const percent = figureText(Math.max(1, Math.round(Math.abs(change))));
  const Arrow = change > 0 ? ArrowUp : ArrowDown;
  return (
    <span className="inline-flex items-center gap-0.5 whitespace-nowrap font-semibold text-muted text-sm">
      <Arrow aria-hidden="true" className="size-4" />
      {change > 0 ? m.priceMoverUp({ percent }) : m.priceMoverDown({ percent })}
    </span>
  );
}
