import type { Entry, NewEntry } from '#platform/web/offline/entry.ts';
import { inputOf } from '#platform/web/offline/lazy-queue.ts';
import type { SetQuantity, Unit } from '#products/rules/product.ts';

export const productSubject = (productId: number): string => `product:${productId}`;

type Counted = {
  productId: number;
  name: string;
  unit: Unit;
  quantity: number;
  quantitySeen: number;
};

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
 * Counts of one product are merged until the first attempt to send them, and keep the quantity that
 * the farmer saw first.
 */
export const mergeQuantity =
  (quantity: number) =>
  ({ input, parts }: Entry): Pick<Entry, 'input' | 'parts'> => ({
    input: { ...inputOf<SetQuantity>({ input }), quantity },
    parts: { ...parts, quantity },
  });
