import { useDeferredValue } from 'react';
import { cropNameText } from '#prices/rules/price.ts';
import { readOffers } from '#products/web/catalogue/offer.tsx';
import { useBuyerPlace } from '#products/web/catalogue/visitor-choices.ts';
import { trpc } from '#web/trpc.ts';
import { CardIcons, ProductCards } from './product-card.tsx';

type CropOffersProps = {
  crop: string;
  productId?: number;
  title?: (crop: string) => string;
  none?: React.ReactNode;
};

const FRESH_MILLISECONDS = 60_000;

/** The nearest if the buyer's place is known, otherwise the cheapest per kg. */
export function CropOffers({ crop, productId, title, none = null }: CropOffersProps) {
  const place = useBuyerPlace();
  const at = place && { latitude: place.latitude, longitude: place.longitude };
  const query = trpc.market.cropCards.useQuery(
    { crop, ...(productId !== undefined && { productId }), ...at },
    { staleTime: FRESH_MILLISECONDS },
  );
  // A slow phone can respond while the cards are rendered.
  const data = useDeferredValue(query.data);
  if (!data) return null;
  const products = readOffers(data);
  if (products.length === 0) return none;
  return (
    <>
      {title && <h2 className="mb-4 font-bold text-xl">{title(cropNameText(data))}</h2>}
      <CardIcons />
      <ProductCards products={products} />
    </>
  );
}
