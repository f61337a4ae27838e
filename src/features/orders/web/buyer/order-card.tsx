import { Link } from '@tanstack/react-router';
import { FarmLink } from '#features/farms/web/farm-link.tsx';
import { isEnded } from '#features/orders/rules/order-facts.ts';
import { ProductPicture } from '#features/products/web/catalogue/product-picture.tsx';
import { productNameText } from '#features/products/web/product-texts.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';
import { OrderStatusBadge } from '../order-status.tsx';
import { packedText } from '../order-texts.ts';
import { statusTexts } from '../status-texts.ts';
import { farmText, type ListedOrder, pictured } from './order.ts';
import { OrderAgain } from './order-again.tsx';

const PICTURES_MAX = 2;

/** The whole card links to the order's page. */
export function OrderCard({ order }: { order: ListedOrder }) {
  const { id, createdAt, total, lines, steps, deliveryDate } = order;
  return (
    <li className="group relative grid content-start gap-3 rounded-card border border-line bg-card p-4 transition-shadow focus-within:border-leaf hover:shadow-raised sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-bold text-lg">
          <Link
            to="/orders/$orderId"
            params={{ orderId: id }}
            className="text-ink no-underline after:absolute after:inset-0 after:rounded-card group-hover:text-leaf focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-leaf"
          >
            {m.orderTitle({ id })}
          </Link>
        </h3>
        <OrderStatusBadge order={order} />
        {steps.includes('pay') && <Badge tone="maize">{m.orderToPay()}</Badge>}
        {order.paymentMethod === 'M-Pesa' && order.paymentStatus === 'paid' && (
          <Badge>{m.paymentStatusPaid()}</Badge>
        )}
        {steps.includes('rate') && <Badge tone="plain">{m.orderToRate()}</Badge>}
        <p className="font-bold text-lg tabular-nums sm:ml-auto max-sm:w-full">
          {moneyText(total)}
        </p>
      </div>
      <p className="text-muted text-sm">
        {order.farmId === null ? (
          farmText(order)
        ) : (
          <FarmLink farmId={order.farmId}>{farmText(order)}</FarmLink>
        )}
        {/* Each part keeps its separator, so that no line begins with one. */}
        {[
          '',
          dateText(createdAt),
          deliveryDate && m.orderDeliveredOn({ date: dateText(deliveryDate) }),
        ]
          .filter((part) => part !== null)
          .join('\u00a0· ')}
      </p>
      <div className="flex items-center gap-3">
        {lines.slice(0, PICTURES_MAX).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and the lines never change places
          <div key={index} className="size-12 shrink-0 overflow-hidden rounded-field bg-sunk">
            <ProductPicture product={pictured(line)} sizes="3rem" />
          </div>
        ))}
        <p className="line-clamp-2 min-w-0 wrap-anywhere leading-snug">
          {lines.map((line) => `${productNameText(line)} (${packedText(line)})`).join(', ')}
        </p>
      </div>
      <p className="text-muted text-sm">{statusTexts[order.status].meaning(order)}</p>
      {isEnded(order.status) && (
        <div className="relative">
          <OrderAgain order={order} />
        </div>
      )}
    </li>
  );
}
