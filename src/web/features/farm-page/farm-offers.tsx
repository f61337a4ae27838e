import { Link } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { type BuyerPlace, readBuyerPlace } from '#web/features/catalogue/buyer-place.ts';
import { farmOffersInput, farmOffersOptions } from '#web/features/catalogue/first-farm.ts';
import { CardsSkeleton, ProductCards } from '#web/features/offers/product-cards.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { EmptyState } from '#web/ui/feedback/state-message.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { buttonClass } from '#web/ui/form/button-class.ts';

/** The products of a farm, newest first, each with "Add to Cart". */
export function FarmOffers({ farmId }: { farmId: number }) {
  const offers = useFarmOffers(farmId, readBuyerPlace());
  return (
    <QueryView query={offers} skeleton={<CardsSkeleton />} errorText={m.productsLoadFailed()}>
      {({ pages }) => {
        const products = pages.flatMap((page) => page.products);
        if (products.length === 0) {
          const others = (
            <Link to="/market" className={buttonClass({ variant: 'secondary' })}>
              {m.productBackToMarket()}
            </Link>
          );
          return <EmptyState picture="search" title={m.farmSellsNothing()} action={others} />;
        }
        return (
          <>
            <ProductCards products={products} isOfOneFarm />
            {offers.hasNextPage && (
              <div className="mt-6 grid justify-items-center gap-3">
                {offers.isFetchNextPageError && <Notice type="error">{m.productsMoreFailed()}</Notice>}
                <Button variant="secondary" isBusy={offers.isFetchingNextPage} onClick={() => void offers.fetchNextPage()}>
                  {m.productsShowMore()}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** All that a farm sells now, a page at a time; distances are counted from the buyer's place if it is known. */
export const useFarmOffers = (farmId: number, place: BuyerPlace | null) =>
  trpc.market.products.useInfiniteQuery(farmOffersInput(farmId, place), {
    ...farmOffersOptions,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
