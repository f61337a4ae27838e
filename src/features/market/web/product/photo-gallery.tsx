import { useEffect, useState } from 'react';
import { cropPicture } from '#features/products/rules/crop-picture.ts';
import type { WholeOffer } from '#features/products/web/catalogue/offer.ts';
import { ProductPicture } from '#features/products/web/catalogue/product-picture.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { WantedPicture } from './wanted-picture.tsx';

const LARGE_SIZES = '(width >= 73.75rem) 37rem, (width >= 48rem) 52vw, 94vw';
const SMALL_SIZES = '6rem';

/** One large photo, with the others below to choose from. */
export function PhotoGallery({ product }: { product: WholeOffer }) {
  const [index, setIndex] = useState(0);
  const { name, photos } = product;
  const photo = photos[index];
  const Wanted = useWantedPicture();
  const altOf = (at: number) => (photos.length > 0 ? m.productPhoto({ name, number: at + 1 }) : '');
  return (
    <section aria-label={m.marketPhotosLabel({ name })} className="grid gap-3">
      {/* On a phone the price and the button are on the first screen too. */}
      <div
        // Beside a narrower drawing: its plain top left corner, enlarged.
        style={
          photo
            ? undefined
            : { backgroundImage: `url(${cropPicture(product)})`, backgroundSize: '2000%' }
        }
        className="relative overflow-hidden rounded-card border border-line bg-sunk max-sm:h-45 sm:aspect-4/3"
      >
        <ProductPicture
          product={product}
          index={index}
          sizes={LARGE_SIZES}
          isFirstSeen
          isLarge
          alt={altOf(index)}
          className={photo ? '' : 'max-sm:object-contain'}
        />
        {Wanted && photo && <Wanted key={photo.id} photo={photo} alt={altOf(index)} />}
      </div>
      {photos.length > 1 && (
        <div className="grid grid-cols-5 gap-2 sm:gap-3">
          {photos.map((photo, at) => (
            <button
              key={photo.id}
              type="button"
              aria-pressed={at === index}
              onClick={() => setIndex(at)}
              className="aspect-square min-h-11 overflow-hidden rounded-field border-2 border-line aria-pressed:border-leaf"
            >
              <ProductPicture product={product} index={at} sizes={SMALL_SIZES} alt={altOf(at)} />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/**
 * The button that loads a single picture where pictures are switched off
 * (features/accounts/web/settings/picture-choice.tsx).
 */
function useWantedPicture() {
  const [Part, setPart] = useState<typeof WantedPicture | null>(null);
  useEffect(() => {
    const show = async () => {
      if (!navigator.serviceWorker.controller || localStorage.getItem('pictures') !== 'none')
        return;
      const { WantedPicture } = await import('./wanted-picture.tsx');
      setPart(() => WantedPicture);
    };
    // Without a service worker or storage there is no such choice either.
    show().catch(() => {});
  }, []);
  return Part;
}
