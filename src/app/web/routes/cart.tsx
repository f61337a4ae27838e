import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CartParts } from '#orders/web/cart/cart-parts.tsx';
import {
  type Cart,
  type CartLine,
  dropCartLines,
  readCartLines,
  setCartLine,
  useCartLines,
} from '#orders/web/cart/visitor-cart.tsx';
import { EMPTY_CART, withQuantity } from '#orders/web/cart/with-quantity.ts';
import { readBuyerPlace, readLastList } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { useIsLate } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { Container, usePageTitle } from '#web/page-frame.tsx';
import { trpc } from '#web/trpc.ts';
import { AppPage } from '../shell/app-header.tsx';

export function CartRoute() {
  const navigate = useNavigate();
  usePageTitle(m.cartLink());
  return (
    <AppPage>
      <main id="main" className="flex-1 pt-6 pb-12">
        <Container>
          <h1 tabIndex={-1} className="mb-5 font-extrabold text-3xl">
            {m.cartLink()}
          </h1>
          <VisitorCart onContinue={() => void navigate(readLastList())} />
        </Container>
      </main>
    </AppPage>
  );
}

/** Prices are fetched once, when it opens; every change is computed here. */
export function VisitorCart({ onContinue }: { onContinue: () => void }) {
  const lines = useCartLines();
  const [opened] = useState(() => readCartLines().map(asInput));
  const [place] = useState(readBuyerPlace);
  const at = place && { latitude: place.latitude, longitude: place.longitude };
  const cart = trpc.market.cart.useQuery({ lines: opened, ...at }, { refetchOnMount: 'always' });
  const isLate = useIsLate(cart.data === undefined);
  const data = cart.data ? withLines(cart.data, lines) : isLate ? seenCart(lines) : undefined;
  useEffect(() => {
    if (!cart.data) return;
    const offered = new Set(cart.data.lines.map(({ productId }) => productId));
    const gone = opened.filter(({ productId }) => !offered.has(productId));
    if (gone.length === 0) return;
    dropCartLines(gone);
    showToast('info', m.guestCartGone());
  }, [cart.data, opened]);
  return (
    <CartParts
      query={{ ...cart, data }}
      reaches={cart.data?.reaches}
      isVisitor
      onSet={(productId, quantity) => setCartLine({ productId, quantity })}
      onContinue={onContinue}
    />
  );
}

const withLines = (cart: Cart, lines: readonly CartLine[]): Cart =>
  cart.lines.reduce((shown, { productId }) => {
    const quantity = lines.find((line) => line.productId === productId)?.quantity ?? 0;
    return withQuantity(shown, { productId, quantity });
  }, cart);

const asInput = ({ productId, quantity }: CartLine) => ({ productId, quantity });

function seenCart(lines: readonly CartLine[]): Cart | undefined {
  const known = lines.filter(({ product }) => Array.isArray(product?.photos));
  const cart = known.reduce(withQuantity, EMPTY_CART);
  return cart.lines.length > 0 ? cart : undefined;
}
