import type { WholeOffer } from '#features/products/web/catalogue/offer.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { FarmCard } from './farm-card.tsx';
import { ProductFacts } from './product-facts.tsx';

/** The farmer's description, the product's details, and the farm. */
export function ProductDetails({ product }: { product: WholeOffer }) {
  const { description } = product;
  return (
    <div className="grid gap-6">
      {description && (
        <Card>
          <h2 className="mb-2 font-bold text-xl">{m.productDescriptionTitle()}</h2>
          <p className="whitespace-pre-line">{description}</p>
        </Card>
      )}
      <ProductFacts product={product} />
      <FarmCard product={product} />
    </div>
  );
}
