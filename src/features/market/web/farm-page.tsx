import { keepPreviousData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { farmNameText } from '#farms/rules/farm-texts.ts';
import { useFarmReviews } from '#products/web/catalogue/farm-facts.tsx';
import {
  type Farm,
  ProductPicture,
  reachText,
  readOfferPages,
} from '#products/web/catalogue/offer.tsx';
import { readFarmData } from '#products/web/catalogue/page-data.ts';
import { useBuyerPlace, useLastList } from '#products/web/catalogue/visitor-choices.ts';
import { m } from '#text';
import { buttonClass, Skeleton } from '#ui/elements.tsx';
import { EmptyState, MoreButton, Notice, QueryView, StateMessage } from '#ui/feedback.tsx';
import { lazyPart } from '#ui/lazy.tsx';
import { useIsHydrated } from '#ui/screen-state.ts';
import { Container, siteUrl, useAnnounced } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { FollowButton, ShareLink } from './follow-and-share.tsx';
import {
  type FarmList,
  farmOffersInput,
  farmOffersOptions,
  farmOptions,
  readFarmProducts,
} from './list/use-market.ts';
import { CardIcons, CardsSkeleton, FarmRating, ProductCards } from './product-card.tsx';

const COVER_PHOTOS_MAX = 3;

/** `after`: where the list of products begins, on a further page without JavaScript. */
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
          <ArrowLeft className="size-5" />
          {m.productBackToMarket()}
        </Link>
        {isUnknown ? (
          <Unknown />
        ) : (
          <QueryView query={farm} skeleton={<FarmSkeleton />}>
            {(data) => <FarmView farm={data} after={after} />}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

const nameOf = ({ farmName, farmerFirstName }: Farm) =>
  farmNameText(farmName) ?? m.farmByPerson({ name: farmerFirstName });

function FarmView({ farm, after }: { farm: Farm; after: string | undefined }) {
  const { farmId } = farm;
  return (
    <>
      <FarmHead farm={farm} name={nameOf(farm)} after={after} />
      <div className="mt-5 grid items-start gap-x-6 gap-y-6 lg:grid-cols-[19rem_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr]">
        <LazyFarmAbout farm={farm} />
        <section aria-labelledby="farm-sells" className="min-w-0 max-lg:order-first lg:row-span-3">
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
 * Their code loads last, because nothing in them is pressed at once. The server's page contains
 * them.
 */
const LazyFarmAbout = lazyPart(() => import('./farm-delivery.tsx'), 'FarmAbout');
const LazyFarmDelivery = lazyPart(() => import('./farm-delivery.tsx'), 'FarmDelivery');
const LazyFarmReviews = lazyPart(
  () => import('#products/web/catalogue/farm-reviews.tsx'),
  'FarmReviews',
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

function FarmHead({ farm, name, after }: { farm: Farm; name: string; after: string | undefined }) {
  const { farmId, farmName, farmerFirstName, county, photo } = farm;
  const products = useFarmOffers({ farmId, after, place: useBuyerPlace() }).data?.flat() ?? [];
  const [first] = products;
  const reach = first ? reachText(first) : null;
  const rating = useFarmReviews(farmId).data?.pages[0]?.rating ?? 0;
  // Side by side, because one photo is not sharp at the width of a desktop.
  const pictured = products.filter(({ photos }) => photos.length > 0).slice(0, COVER_PHOTOS_MAX);
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card">
      <div className="flex h-28 bg-sunk *:min-w-0 *:flex-1 sm:h-44 max-sm:[&>*+*]:hidden">
        {pictured.map((product) => (
          <span key={product.id}>
            <ProductPicture
              product={product}
              sizes="(min-width: 40rem) 28rem, 100vw"
              isFirstSeen
              isLarge
            />
          </span>
        ))}
        {pictured.length === 0 && (
          <img
            src="/art/hero-farm.svg"
            alt=""
            width="1440"
            height="760"
            className="cover object-[70%_57%]"
          />
        )}
      </div>
      <div className="flex flex-wrap items-start gap-x-3 sm:items-center sm:gap-x-5 gap-y-3 px-4 pb-4 sm:px-6 sm:pb-5">
        <Face name={farmerFirstName} photo={photo} />
        <div className="min-w-0 flex-1 basis-40 pt-2 sm:pt-3">
          <h1
            tabIndex={-1}
            className="wrap-anywhere font-extrabold text-xl leading-tight sm:text-2xl"
          >
            {name}
          </h1>
          {/* One line, whether or not there is a distance, which comes later and must not push the
              rest down. */}
          <p className="min-h-13 text-muted sm:min-h-6.5 [&>*+*]:before:content-['\00a0·_']">
            <span>
              {farmNameText(farmName) ? m.farmByPerson({ name: farmerFirstName }) : county}
            </span>
            {rating > 0 && <FarmRating rating={rating} />}
            {reach && <span>{reach}</span>}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-1 gap-y-2 sm:gap-2 max-sm:w-full max-sm:[&>a]:px-2">
          {first && <MessageLink productId={first.id} />}
          {/* Its code comes later, and its width is kept. */}
          <span className="needs-script inline-flex min-w-33 *:min-w-full">
            <FollowButton followed={{ kind: 'farm', farmId }} />
          </span>
          <ShareLink text={m.farmShareText({ farm: name, url: `${siteUrl()}/farm/${farmId}` })} />
        </div>
      </div>
    </div>
  );
}

function Face({ name, photo }: { name: string; photo: string | null }) {
  const look =
    'relative -mt-10 size-20 shrink-0 rounded-full border-4 border-card sm:-mt-12 sm:size-24';
  return photo ? (
    <img src={photo} alt={name} width="96" height="96" className={`${look} object-cover`} />
  ) : (
    <span
      aria-hidden="true"
      className={`${look} grid place-items-center bg-leaf-soft font-extrabold text-3xl text-on-leaf-soft`}
    >
      {name.slice(0, 1)}
    </span>
  );
}

/** A conversation is about a product: by default the newest. */
function MessageLink({ productId }: { productId: number }) {
  if (useSessionRole() === 'farmer') return null;
  return (
    <Link
      to="/messages"
      search={{ product: productId }}
      className={`${buttonClass({ variant: 'secondary', size: 'small' })} needs-script whitespace-nowrap max-sm:flex-1 max-sm:bg-leaf-solid! max-sm:text-white`}
    >
      {m.farmMessage()}
    </Link>
  );
}

function FarmOffers({ farmId, after }: { farmId: number; after: string | undefined }) {
  const offers = useFarmOffers({ farmId, after, place: useBuyerPlace() });
  const isHydrated = useIsHydrated();
  return (
    <QueryView query={offers} skeleton={<CardsSkeleton />} errorText={m.productsLoadFailed()}>
      {(pages) => {
        const products = pages.flat();
        if (products.length === 0 && !after) {
          const others = (
            <Link to="/market" className={buttonClass({ variant: 'secondary' })}>
              {m.productBackToMarket()}
            </Link>
          );
          return <EmptyState picture="search" title={m.farmSellsNothing()} action={others} />;
        }
        return (
          <>
            {after && (
              <Link
                to="/farm/$farmId"
                params={{ farmId }}
                className="link mb-4 inline-flex min-h-11 items-center"
              >
                {m.productsFromStart()}
              </Link>
            )}
            <CardIcons />
            <ProductCards products={products} isOfOneFarm hasCartBar />
            {offers.hasNextPage && !isHydrated && (
              <div className="mt-6 grid justify-items-center gap-3">
                <Link
                  to="/farm/$farmId"
                  params={{ farmId }}
                  search={{ after: readFarmProducts(farmId, after)?.nextCursor ?? undefined }}
                  rel="next"
                  className={buttonClass({ variant: 'secondary' })}
                >
                  {m.productsShowMore()}
                </Link>
              </div>
            )}
            {offers.hasNextPage && isHydrated && (
              <div className="mt-6 grid justify-items-center gap-3">
                {offers.isFetchNextPageError && <Notice type="error">{m.loadFailed()}</Notice>}
                <MoreButton list={offers}>{m.productsShowMore()}</MoreButton>
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

const useFarmOffers = (list: FarmList) =>
  trpc.market.cards.useInfiniteQuery(farmOffersInput(list), {
    ...farmOffersOptions(list),
    ...(list.after && { initialCursor: list.after }),
    placeholderData: keepPreviousData,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: readOfferPages,
  });
