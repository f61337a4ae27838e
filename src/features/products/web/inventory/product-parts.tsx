import { Camera, Pencil, Trash2 } from 'lucide-react';
import { dayInNairobi } from '#platform/rules/day.ts';
import { Badge, type BadgeTone } from '#platform/web/ui/feedback/badge.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { type ProductStatus, type StockClass, stockClass } from '#products/rules/product.ts';
import { m } from '#text';
import { daysAgoText, preOrderText } from '../catalogue/offer.ts';
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
          {m.photographedBadge()}
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
      (depositPercent ? preOrderText(harvestDate) : m.harvestedOn({ date: dateText(harvestDate) })),
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

type ProductActionsProps = {
  name: string;
  isInRow?: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function ProductActions({ name, isInRow = false, onEdit, onDelete }: ProductActionsProps) {
  return (
    <div
      className={classNames(
        'grid',
        isInRow
          ? 'relative z-10 grid-cols-[auto_auto] gap-1 *:px-2.5! [&_svg]:hidden'
          : 'grid-cols-2 gap-2',
      )}
    >
      <Button
        variant="secondary"
        size="small"
        aria-label={m.productEditNamed({ name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {m.productEdit()}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={m.productDeleteNamed({ name })}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        {m.productDelete()}
      </Button>
    </div>
  );
}

const looks: Record<StockClass, { tone: BadgeTone; text: () => string }> = {
  inStock: { tone: 'leaf', text: m.stockIn },
  lowStock: { tone: 'maize', text: m.stockLow },
  outOfStock: { tone: 'soil', text: m.stockOut },
};

export function StockBadge(stock: Parameters<typeof stockClass>[0]) {
  const { tone, text } = looks[stockClass(stock)];
  return <Badge tone={tone}>{text()}</Badge>;
}

const statusTexts: Record<ProductStatus, () => string> = {
  available: m.productStatusAvailable,
  sold_out: m.productStatusSoldOut,
  expired: m.orderStatusExpired,
  hidden: m.productStatusHidden,
};

/** Nothing for an available product that needs no answer. */
export function StatusBadge({ status, isAsked }: { status: ProductStatus; isAsked: boolean }) {
  if (isAsked && status === 'available') return <Badge tone="maize">{m.stillThereBadge()}</Badge>;
  if (isAsked && status === 'expired') return <Badge tone="soil">{m.stillThereOff()}</Badge>;
  return status === 'available' ? null : <Badge tone="soil">{statusTexts[status]()}</Badge>;
}
