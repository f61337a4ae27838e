import { Sprout } from 'lucide-react';
import { useState } from 'react';
import { preOrderText } from '#features/products/web/catalogue/offer-texts.ts';
import { productNameText, quantityText } from '#features/products/web/product-texts.ts';
import type { OwnProduct } from '#features/products/web/use-own-products.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { DeclareHarvest } from './declare-harvest.tsx';

/** The farm's announced harvests, each with what was ordered from it and the step to declare it. */
export function Harvests({ products }: { products: readonly OwnProduct[] }) {
  const [declared, setDeclared] = useState<OwnProduct | null>(null);
  const announced = products.filter(({ depositPercent }) => depositPercent);
  return (
    <Card className="mb-4 p-4!">
      <h2 className="mb-1 flex items-center gap-2 font-bold text-lg">
        <Sprout aria-hidden="true" className="size-5 text-leaf" />
        {m.harvestsTitle()}
      </h2>
      <ul className="divide-y divide-line">
        {announced.map((product) => (
          <Announced key={product.id} product={product} onDeclare={() => setDeclared(product)} />
        ))}
      </ul>
      {declared && <DeclareHarvest product={declared} onClose={() => setDeclared(null)} />}
    </Card>
  );
}

type AnnouncedProps = { product: OwnProduct; onDeclare: () => void };

function Announced({ product, onDeclare }: AnnouncedProps) {
  const { id, harvestDate, unit } = product;
  const waiting = trpc.farmer.orders.preOrders.useQuery({ productId: id }).data;
  const name = productNameText(product);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-semibold leading-snug">{name}</p>
        <p className="text-muted text-sm">
          {harvestDate && preOrderText(harvestDate)}
          {waiting &&
            `. ${m.harvestReserved({ quantity: quantityText(waiting.reserved, unit), count: waiting.count })}`}
        </p>
      </div>
      <Button size="small" aria-label={`${m.harvestDeclare()}: ${name}`} onClick={onDeclare}>
        {m.harvestDeclare()}
      </Button>
    </li>
  );
}
