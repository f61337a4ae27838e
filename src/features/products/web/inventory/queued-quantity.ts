import type { SetQuantity, Unit } from '#features/products/rules/product.ts';
import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';

/** The subject of everything that changes a product. */
export const productSubject = (productId: number): string => `product:${productId}`;

type Counted = {
  productId: number;
  name: string;
  unit: Unit;
  quantity: number;
  quantitySeen: number;
};

/** A count as the queue keeps it. */
export const quantityEntry = ({
  productId,
  name,
  unit,
  quantity,
  quantitySeen,
}: Counted): NewEntry => ({
  kind: 'setQuantity',
  subject: productSubject(productId),
  input: { productId, quantity, quantitySeen } satisfies SetQuantity,
  parts: { name, unit, quantity },
});

/**
 * Counts of one product are one as long as nobody has tried to send it; what the farmer saw first
 * stays what was seen.
 */
export const mergeQuantity =
  (quantity: number) =>
  ({ input, parts }: Entry): Pick<Entry, 'input' | 'parts'> => ({
    input: { ...inputOf<SetQuantity>({ input }), quantity },
    parts: { ...parts, quantity },
  });
