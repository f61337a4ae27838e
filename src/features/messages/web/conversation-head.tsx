import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { priceText } from '#products/rules/product-texts.ts';
import { ProductPicture } from '#products/web/catalogue/offer.tsx';
import { m } from '#text';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { buttonClass } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { showToast } from '#ui/show-toast.ts';
import { readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { Icon } from './message-parts.tsx';

type ConversationHeadProps = {
  name: string;
  productName: string;
  product: TalkedAbout | null;
  children?: React.ReactNode;
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
        <h1 tabIndex={-1} className="line-clamp-2 font-bold text-lg leading-tight">
          {name}
        </h1>
        <p className="flex min-w-0 gap-x-2 text-sm">
          {product ? (
            <Link
              to="/market/$productId"
              params={{ productId: product.id }}
              className="-my-2 py-2 text-leaf"
            >
              {productName}
            </Link>
          ) : (
            <span className="text-muted">{productName}</span>
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

type ConversationMenuProps = {
  conversationId: number;
  name: string;
  isBlockedByMe: boolean;
  isOver: boolean;
};

const LazyReportDialog = lazy(() => import('./report-dialog.tsx'), 'ReportDialog');

export function ConversationMenu({
  conversationId,
  name,
  isBlockedByMe,
  isOver,
}: ConversationMenuProps) {
  const [asked, setAsked] = useState<'block' | 'report' | null>(null);
  const setBlocked = useSetBlocked(conversationId);
  const close = () => setAsked(null);
  const item =
    'flex min-h-11 w-full items-center rounded-field px-3 text-left font-semibold hover:bg-line/50';
  return (
    <>
      <DisclosureMenu
        label={m.messagesMenu()}
        button={<Icon name="menu" className="size-6" />}
        buttonClassName={`${buttonClass({ variant: 'quiet', size: 'icon' })} cursor-pointer`}
        panelClassName="top-full right-0 mt-1 w-56"
      >
        {!isOver &&
          (isBlockedByMe ? (
            <button type="button" className={item} onClick={() => void setBlocked(false)}>
              {m.messagesUnblock()}
            </button>
          ) : (
            <button type="button" className={item} onClick={() => setAsked('block')}>
              {m.messagesBlock()}
            </button>
          ))}
        <button type="button" className={item} onClick={() => setAsked('report')}>
          {m.messagesReport()}
        </button>
      </DisclosureMenu>
      <ConfirmDialog
        isOpen={asked === 'block'}
        title={m.messagesBlockTitle({ name })}
        text={m.messagesBlockText()}
        confirmLabel={m.messagesBlock()}
        onConfirm={() => {
          close();
          void setBlocked(true);
        }}
        onCancel={close}
      />
      {asked === 'report' && <LazyReportDialog conversationId={conversationId} onClose={close} />}
    </>
  );
}

const fallbacks = { failed: m.sendFailed, connectionLost: m.messagesOffline };

export function useSetBlocked(conversationId: number) {
  const { client, conversations } = trpc.useUtils();
  return async (isBlocked: boolean) => {
    try {
      await client.conversations[isBlocked ? 'block' : 'unblock'].mutate({ conversationId });
    } catch (error) {
      showToast('error', sayFailure(readFailure(error), fallbacks));
    }
    await conversations.invalidate();
  };
}

/** `isGone`: it was deleted, or the server reported that it is not on sale. */
export function useTalkedAbout(productId: number | null | undefined) {
  const query = trpc.market.product.useQuery(
    { productId: productId ?? 0 },
    { enabled: typeof productId === 'number' },
  );
  const isGone = productId === null || readFailure(query.error).code === 'PRODUCT_NOT_FOUND';
  return { product: isGone ? null : (query.data ?? null), error: query.error, isGone };
}

export type TalkedAbout = NonNullable<ReturnType<typeof useTalkedAbout>['product']>;
