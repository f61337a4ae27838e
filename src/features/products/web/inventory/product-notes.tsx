import { Camera } from 'lucide-react';
import { dayInNairobi } from '#platform/rules/day.ts';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { m } from '#text';
import { daysAgoText, preOrderText } from '../catalogue/offer-texts.ts';
import type { OwnProduct } from '../use-own-products.ts';

export function ProductNotes({ product }: { product: OwnProduct }) {
  return (
    <>
      <Dates product={product} />
      {product.unreadablePhotos > 0 && (
        <p className="font-semibold text-soil text-sm">
          {m.productPhotosUnreadable({ count: product.unreadablePhotos })}
        </p>
      )}
      {product.photos.some(({ isTakenAtDoubtful }) => isTakenAtDoubtful) && (
        <p className="text-muted text-sm">{m.photoTimeDoubtful()}</p>
      )}
      {product.isPhotographedOnFarm && (
        <p className="flex items-center gap-1.5 text-leaf text-sm">
          <Camera aria-hidden="true" className="size-4" />
          {m.productOnFarm()}
        </p>
      )}
    </>
  );
}

function Dates({ product }: { product: OwnProduct }) {
  const { harvestDate, expiryDate, confirmedOn, isAsked, status, depositPercent } = product;
  const isExpired = expiryDate !== null && expiryDate < dayInNairobi(new Date());
  const said = [
    harvestDate &&
      (depositPercent
        ? preOrderText(harvestDate)
        : m.productHarvested({ date: dateText(harvestDate) })),
    expiryDate && !isExpired && m.productExpires({ date: dateText(expiryDate) }),
    confirmedOn && m.checkedWhen({ when: daysAgoText(confirmedOn) }),
  ].filter(Boolean);
  return (
    <>
      {said.length > 0 && <p className="text-muted text-sm">{said.join(' · ')}</p>}
      {isExpired && <p className="font-semibold text-soil text-sm">{m.productExpired()}</p>}
      {isAsked && status === 'expired' && (
        <p className="font-semibold text-soil text-sm">{m.productUnconfirmed()}</p>
      )}
    </>
  );
}
