import { useId } from 'react';
import { FieldError } from '#platform/web/ui/form/field.tsx';
import { RoundingNote } from '#platform/web/ui/form/rounding-note.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { m } from '#text';
import { unitLabels } from '../product-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';
import type { BulkUpdate } from './use-bulk-update.ts';

export function QuantityField({ product, bulk }: { product: OwnProduct; bulk: BulkUpdate }) {
  const id = useId();
  const problem = bulk.problemOf(product);
  const text = bulk.textOf(product);
  const isChanged = text !== String(product.quantity);
  const unit = unitLabels[product.unit]();
  return (
    <span className="grid justify-items-end gap-1 text-left">
      <span className="flex items-center gap-2">
        <input
          data-bulk=""
          inputMode="decimal"
          autoComplete="off"
          aria-label={m.bulkFieldLabel({ name: product.name, unit })}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={text}
          onChange={({ target }) => bulk.type(product, target.value)}
          className={classNames(
            // Keeps a focused field clear of the bar at the bottom.
            'min-h-11 w-22 scroll-mb-56 rounded-field border-[1.5px] bg-card px-3 text-right tabular-nums aria-invalid:border-soil md:w-28',
            isChanged ? 'border-leaf font-bold' : 'border-edge',
          )}
        />
        <span className="min-w-15 text-muted text-xs md:min-w-18 md:text-sm">{unit}</span>
      </span>
      {!problem && <RoundingNote text={text} />}
      <FieldError id={id} text={problem} />
    </span>
  );
}
