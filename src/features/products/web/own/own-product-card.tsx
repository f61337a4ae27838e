import { Leaf } from 'lucide-react';
import { flagNames } from '#products/rules/product-facts.ts';
import {
  categoryLabels,
  priceText,
  productNameText,
  quantityText,
} from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback.tsx';
import { flagTexts, ProductPicture } from '../catalogue/offer.tsx';
import {
  ProductActions,
  ProductNotes,
  RetriedPicture,
  StatusBadge,
  StockBadge,
} from '../inventory/product-parts.tsx';
import type { OwnProduct } from '../use-own-products.ts';

type OwnProductCardProps = { product: OwnProduct; onEdit: () => void; onDelete: () => void };

export function OwnProductCard({ product, onEdit, onDelete }: OwnProductCardProps) {
  const { name, category, quantity, unit, price, pricePerKg, description } = product;
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-card">
      <div className="relative aspect-4/3 overflow-hidden bg-sunk">
        <RetriedPicture key={product.photos[0]?.url}>
          <ProductPicture
            product={product}
            sizes="(width >= 80rem) 23rem, (width >= 40rem) 45vw, 95vw"
            alt=""
          />
        </RetriedPicture>
        <div className="absolute top-3 left-3 flex flex-wrap gap-1.5 *:bg-card">
          {product.status === 'available' && !product.isAsked ? (
            <StockBadge {...product} />
          ) : (
            <StatusBadge {...product} />
          )}
          {flagNames.map(
            (flag) =>
              product[flag] && (
                <Badge key={flag} icon={<Leaf className="size-3.5" />}>
                  {flagTexts[flag].badge()}
                </Badge>
              ),
          )}
        </div>
      </div>
      <div className="flex flex-1 flex-col gap-1 p-4">
        <p className="text-muted text-sm">{categoryLabels[category]()}</p>
        <h2 className="font-bold text-lg leading-snug">{productNameText(product)}</h2>
        {description && <p className="line-clamp-2 text-muted text-sm">{description}</p>}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
          <span className="font-extrabold text-lg tabular-nums">{priceText(price, unit)}</span>
          {unit !== 'kg' && pricePerKg !== null && (
            <span className="text-muted text-sm tabular-nums">
              {m.productPerKg({ price: moneyText(pricePerKg) })}
            </span>
          )}
        </p>
        <p className="tabular-nums">{quantityText(quantity, unit)}</p>
        <ProductNotes product={product} />
        <div className="mt-auto pt-3">
          <ProductActions name={name} onEdit={onEdit} onDelete={onDelete} />
        </div>
      </div>
    </article>
  );
}
