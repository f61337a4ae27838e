import { Camera, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type ProductStatus,
  type SetQuantity,
  type StockClass,
  stockClass,
  type Unit,
} from '#products/rules/product.ts';
import { parseDecimal, roundedToHundredths } from '#rules/amounts.ts';
import { dayInNairobi } from '#rules/day.ts';
import { m } from '#text';
import { Button, classNames, Skeleton } from '#ui/elements.tsx';
import { Badge, type BadgeTone } from '#ui/feedback.tsx';
import { dateText } from '#ui/format.ts';
import { useDelayed } from '#ui/screen-state.ts';
import type { Entry, NewEntry } from '#web/offline/entry.ts';
import { inputOf } from '#web/offline/lazy-queue.ts';
import { daysAgoText, preOrderText } from '../catalogue/offer.tsx';
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
          <Camera className="size-4" />
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
        <Pencil className="size-4" />
        {m.productEdit()}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={m.productDeleteNamed({ name })}
        onClick={onDelete}
      >
        <Trash2 className="size-4" />
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

export function StatusBadge({ status, isAsked }: { status: ProductStatus; isAsked: boolean }) {
  if (isAsked && status === 'available') return <Badge tone="maize">{m.stillThereBadge()}</Badge>;
  if (isAsked && status === 'expired') return <Badge tone="soil">{m.stillThereOff()}</Badge>;
  return status === 'available' ? null : <Badge tone="soil">{statusTexts[status]()}</Badge>;
}

/** Two minutes in total: a new photo is processed within seconds. */
const PAUSES_SECONDS = [2, 2, 4, 8, 15, 30, 60];

/** Set the address as `key`, so that another picture starts over. */
export function RetriedPicture({ children }: { children: React.ReactNode }) {
  const [failures, setFailures] = useState(0);
  const [isPausing, setIsPausing] = useState(false);
  const runDelayed = useDelayed();
  const pause = () => {
    const seconds = PAUSES_SECONDS[failures];
    setIsPausing(true);
    setFailures(failures + 1);
    if (seconds !== undefined) runDelayed(() => setIsPausing(false), seconds * 1000);
  };
  if (isPausing)
    return failures > PAUSES_SECONDS.length ? null : (
      <Skeleton className="size-full rounded-none!" />
    );
  // Error events don't bubble. After a pause a new element requests the picture again.
  return (
    <span className="contents" onErrorCapture={pause}>
      {children}
    </span>
  );
}

export const productSubject = (productId: number) => `product:${productId}`;

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

/*
 * The typed texts, each with the quantity on screen at that time. The list may be refetched and
 * show the quantity after an order; without the quantity that the farmer started from, the count
 * would overwrite that order.
 */

/** `seen`: the quantity when typing began. */
const typedQuantity = z.object({ text: z.string(), seen: z.number() });
export const typedQuantities = z.record(z.string(), typedQuantity);

export type TypedQuantities = z.infer<typeof typedQuantities>;
type Shown = { id: number; quantity: number };

/** Keeps `seen` while typing continues. */
export function withText(
  typed: TypedQuantities,
  { id, quantity }: Shown,
  text: string,
): TypedQuantities {
  return { ...typed, [id]: { text, seen: typed[id]?.seen ?? quantity } };
}

type Counts = { counts: ReadonlyMap<number, number>; seen: ReadonlyMap<number, number> };

/** For counts without `seen`, the quantities on screen are used. Unchanged lines are left out. */
export function withCounts(
  typed: TypedQuantities,
  products: readonly Shown[],
  { counts, seen }: Counts,
): TypedQuantities {
  const filled = products.flatMap(({ id, quantity }) => {
    const count = counts.get(id);
    if (count === undefined || count === seen.get(id)) return [];
    return [[String(id), { text: String(count), seen: seen.get(id) ?? quantity }]];
  });
  return { ...typed, ...Object.fromEntries(filled) };
}

/** The next save is based on the newer quantities, which the farmer has now seen. */
export function withFigures(
  typed: TypedQuantities,
  figures: ReadonlyMap<number, number>,
): TypedQuantities {
  const told = [...figures].flatMap(([id, seen]) => {
    const entry = typed[id];
    return entry ? [[String(id), { ...entry, seen }]] : [];
  });
  return { ...typed, ...Object.fromEntries(told) };
}

export function isChanged(typed: TypedQuantities | null, id: number) {
  const entry = typed?.[id];
  return entry !== undefined && countOf(entry.text) !== entry.seen;
}

export function countOf(text: string) {
  const number = parseDecimal(text);
  return number === null ? null : roundedToHundredths(number);
}
