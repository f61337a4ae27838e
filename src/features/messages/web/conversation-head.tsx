import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { ProductPicture } from '#products/web/catalogue/product-picture.tsx';
import { priceText } from '#products/web/product-texts.ts';
import { m } from '#text';
import { Icon } from './icons.tsx';
import type { TalkedAbout } from './use-talked-about.ts';

type ConversationHeadProps = {
  name: string;
  productName: string;
  /** The product as it is offered now, if it is. */
  product: TalkedAbout | null;
  children?: ReactNode;
};

export function ConversationHead({ name, productName, product, children }: ConversationHeadProps) {
  return (
    <header className="flex min-h-16 items-center gap-2 border-line border-b bg-card px-1 py-2 sm:gap-3 sm:px-3 lg:px-5">
      <Link
        to="/messages"
        aria-label={m.messagesBack()}
        className={`${buttonClass({ variant: 'quiet', size: 'icon' })} lg:hidden!`}
      >
        <Icon name="back" className="size-6" />
      </Link>
      <span className="aspect-square w-12 shrink-0 overflow-hidden rounded-field bg-sunk">
        {product && <ProductPicture product={product} sizes="3rem" isFirstSeen />}
      </span>
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="truncate font-bold text-lg leading-tight">
          {name}
        </h1>
        <p className="flex min-w-0 gap-x-2 text-sm">
          {product ? (
            <Link
              to="/market/$productId"
              params={{ productId: product.id }}
              className="-my-2 truncate py-2 text-leaf"
            >
              {productName}
            </Link>
          ) : (
            <span className="truncate text-muted">{productName}</span>
          )}
          {product && (
            <span className="shrink-0 text-muted tabular-nums max-sm:hidden">
              {priceText(product.price, product.unit)}
            </span>
          )}
        </p>
      </div>
      {children}
    </header>
  );
}
