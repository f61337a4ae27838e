import type { Order } from '#features/orders/web/buyer/order.ts';
import { packedText } from '#features/orders/web/order-texts.ts';
import { oneUnitLabels } from '#features/products/rules/unit-texts.ts';
import { priceText, productNameText } from '#features/products/web/product-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FieldError } from '#platform/web/ui/form/field.tsx';

type OrderLine = Order['lines'][number];
/** `typed`: the highest price, as it is in its field. */
export type CeilingLine = Omit<OrderLine, 'productId'> & { productId: number; typed: string };

type CeilingLinesProps = {
  lines: readonly CeilingLine[];
  onChange: (lines: CeilingLine[]) => void;
  /** By "lines.2". */
  errors: Record<string, string | undefined>;
};

/** The products, each with the highest price at which it is ordered. */
export function CeilingLines({ lines, onChange, errors }: CeilingLinesProps) {
  const change = (productId: number, typed: string) =>
    onChange(lines.map((line) => (line.productId === productId ? { ...line, typed } : line)));
  return (
    <div>
      <p className="mb-1.5 text-muted text-sm">{m.standingCeilingMeaning()}</p>
      <ul className="divide-y divide-line border-line border-y">
        {lines.map((line, at) => {
          const { productId, unit, price, typed } = line;
          const error = errors[`lines.${at}`];
          const [fieldId, errorId] = [`ceiling-${productId}`, `ceiling-${productId}-error`];
          return (
            <li key={productId} className="grid gap-1 py-2.5">
              <div className="flex items-center gap-3">
                <p className="min-w-0 flex-1 leading-snug">
                  <span className="block wrap-anywhere font-semibold">{productNameText(line)}</span>
                  <span className="block text-muted text-sm">
                    {packedText(line)} · {priceText(price, unit)}
                  </span>
                </p>
                <label htmlFor={fieldId} className="grid w-32 shrink-0 gap-0.5">
                  <span aria-hidden="true" className="text-muted text-xs leading-tight">
                    {m.standingCeilingShort({ unit: oneUnitLabels[unit]() })}
                  </span>
                  <span className="sr-only">{m.standingCeiling({ name: line.name })}</span>
                  <input
                    id={fieldId}
                    type="text"
                    inputMode="decimal"
                    autoComplete="off"
                    value={typed}
                    onChange={({ target }) => change(productId, target.value)}
                    aria-invalid={error ? true : undefined}
                    aria-describedby={error ? errorId : undefined}
                    className="input min-h-11! text-right tabular-nums"
                  />
                </label>
              </div>
              <FieldError id={errorId} text={error} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}
