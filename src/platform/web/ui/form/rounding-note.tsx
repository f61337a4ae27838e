import { figureText, parseDecimal, roundedToHundredths } from '#platform/rules/decimal.ts';
import { m } from '#text';

export function RoundingNote({ text }: { text: string }) {
  const typed = parseDecimal(text);
  const rounded = typed === null ? null : roundedToHundredths(typed);
  const isRounded = typed !== null && rounded !== null && typed >= 0 && typed !== rounded;
  return (
    <span role="status" className="text-muted text-sm empty:hidden">
      {isRounded && m.roundedToTwoDecimals({ number: figureText(rounded) })}
    </span>
  );
}
