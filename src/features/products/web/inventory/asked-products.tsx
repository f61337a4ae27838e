import { useState } from 'react';
import { useOwnProducts } from '../use-own-products.ts';
import { QuantityDialog } from './quantity-dialog.tsx';
import { StillThere } from './still-there.tsx';
import { UndoBar, useStockSteps } from './stock-steps.tsx';

export function AskedProducts() {
  const { data = [] } = useOwnProducts();
  const steps = useStockSteps();
  const [countedId, setCountedId] = useState<number | null>(null);
  const counted = data.find(({ id }) => id === countedId);
  return (
    <>
      <StillThere products={data} steps={steps} onLess={({ id }) => setCountedId(id)} />
      <UndoBar steps={steps} />
      {counted && <QuantityDialog product={counted} onClose={() => setCountedId(null)} />}
    </>
  );
}
