import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { farmNameText } from '#features/farms/rules/farm-texts.ts';
import { farmOptions } from '#features/products/web/catalogue/first-farm.ts';
import { useLastList } from '#features/products/web/catalogue/last-list.ts';
import type { Farm } from '#features/products/web/catalogue/offer.ts';
import { readFarmData } from '#features/products/web/catalogue/page-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useAnnounced } from '#platform/web/shell/use-announced.ts';
import { lazyPart } from '#platform/web/ui/browser/lazy.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { StateMessage } from '#platform/web/ui/feedback/state-message.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { FarmHead } from './farm-head.tsx';
import { FarmOffers } from './farm-offers.tsx';

/**
 * One farm as anyone may see it: its name and place, all its products, and its reviews.
 * `after`: where the list of products begins, on a further page that was opened without JavaScript.
 */
export function FarmPage({ farmId, after }: { farmId: number; after?: string | undefined }) {
  const back = useLastList();
  const farm = trpc.market.farm.useQuery({ farmId }, farmOptions(farmId));
  useAnnounced(farm.data && nameOf(farm.data));
  const isUnknown =
    readFarmData(farmId)?.farm === null ||
    ['FARM_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(farm.error).code ?? '');
  return (
    <main id="main" className="pt-4 pb-12">
      <Container>
        <Link
          {...back}
          className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          {m.productBackToMarket()}
        </Link>
        {isUnknown ? (
          <Unknown />
        ) : (
          <QueryView query={farm} skeleton={<FarmSkeleton />} errorText={m.farmLoadFailed()}>
            {(data) => <FarmView farm={data} after={after} />}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

const nameOf = ({ farmName, farmerFirstName }: Farm): string =>
  farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName });

/**
 * On a wide screen the farm's details are next to its products; on a phone they follow, except for
 * the farmer's words.
 */
function FarmView({ farm, after }: { farm: Farm; after: string | undefined }) {
  const { farmId } = farm;
  return (
    <>
      <FarmHead farm={farm} name={nameOf(farm)} after={after} />
      <div className="mt-5 grid items-start gap-x-6 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <LazyFarmAbout farm={farm} />
        <section aria-labelledby="farm-sells" className="min-w-0 lg:row-span-3">
          <h2 id="farm-sells" className="mb-2 font-bold text-xl sm:mb-4">
            {m.farmSellsTitle()}
          </h2>
          <FarmOffers farmId={farmId} after={after} />
        </section>
        <LazyFarmDelivery farm={farm} />
        <LazyFarmReviews farmId={farmId} />
      </div>
    </>
  );
}

/**
 * Nothing in them is pressed at once, so their code is loaded last. The server's page contains
 * them.
 */
const LazyFarmAbout = lazyPart(
  () => import('./farm-about.tsx').then(({ FarmAbout }) => FarmAbout),
  null,
);
const LazyFarmDelivery = lazyPart(
  () => import('./farm-delivery.tsx').then(({ FarmDelivery }) => FarmDelivery),
  null,
);
const LazyFarmReviews = lazyPart(
  () =>
    import('#features/products/web/catalogue/farm-reviews.tsx').then(
      ({ FarmReviews }) => FarmReviews,
    ),
  null,
);

function Unknown() {
  return (
    <>
      <h1 className="sr-only">{m.farmNotFoundTitle()}</h1>
      <StateMessage
        picture="/art/empty/not-found.svg"
        title={m.farmNotFoundTitle()}
        text={m.farmNotFoundText()}
      >
        <Link to="/market" className={buttonClass()}>
          {m.productBackToMarket()}
        </Link>
      </StateMessage>
    </>
  );
}

function FarmSkeleton() {
  return (
    <div className="grid gap-5">
      <Skeleton className="h-72 rounded-card!" />
      <Skeleton className="h-96" />
    </div>
  );
}
