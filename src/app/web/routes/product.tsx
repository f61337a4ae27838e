import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { FollowButton } from '#market/web/follow-and-share.tsx';
import { productInput, productOptions } from '#market/web/list/use-market.ts';
import { ProductView } from '#market/web/product-view.tsx';
import { readProductData } from '#products/web/catalogue/page-data.ts';
import { useBuyerPlace, useLastList } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { buttonClass, Skeleton } from '#ui/elements.tsx';
import { QueryView, StateMessage } from '#ui/feedback.tsx';
import { Container, useAnnounced } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { AppPage } from '../shell/app-header.tsx';

export function ProductRoute() {
  const { productId } = useParams({ from: '/screens/market/$productId' });
  return (
    <AppPage>
      {/* The key makes another product a new page, so that the last one's quantity and photo
          don't remain. */}
      <ProductPage key={productId} productId={productId} />
    </AppPage>
  );
}

function ProductPage({ productId }: { productId: number }) {
  const place = useBuyerPlace();
  const back = useLastList();
  const product = trpc.market.product.useQuery(productInput(productId, place), {
    ...productOptions(productId, place),
    // Until the answer with the distances arrives.
    placeholderData: () => readProductData(productId) ?? undefined,
  });
  const name = product.data?.name;
  useAnnounced(name);
  const isGone =
    readProductData(productId) === null ||
    ['PRODUCT_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(product.error).code ?? '');
  return (
    <main id="main" className="pt-4 pb-12">
      <Container>
        <Link
          {...back}
          className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline"
        >
          <ArrowLeft className="size-5" />
          {m.productBackToMarket()}
        </Link>
        {isGone ? (
          <Gone productId={productId} />
        ) : (
          <QueryView query={product} skeleton={<ProductSkeleton />}>
            {(data) => <ProductView product={data} />}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

function Gone({ productId }: { productId: number }) {
  return (
    <>
      <h1 className="sr-only">{m.productNotFoundTitle()}</h1>
      <StateMessage picture="/art/empty/not-found.svg" title={m.productNotFoundTitle()}>
        <FollowButton followed={{ kind: 'product', productId }} isAwaited />
        <Link to="/market" className={buttonClass()}>
          {m.productBackToMarket()}
        </Link>
      </StateMessage>
    </>
  );
}

function ProductSkeleton() {
  return (
    <div className="grid gap-8 md:grid-cols-2">
      <Skeleton className="aspect-4/3 rounded-card!" />
      <div className="grid content-start gap-4">
        <Skeleton className="h-10" />
        <Skeleton className="h-12 w-2/3" />
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
