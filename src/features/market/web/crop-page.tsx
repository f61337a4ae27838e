import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, BellRing } from 'lucide-react';
import {
  cropNameText,
  nameInSentence,
  newestPrice,
  priceSentence,
  priceTitle,
  wholeMoneyText,
} from '#prices/rules/price.ts';
import { CountyPrices, PriceTable } from '#prices/web/county-prices.tsx';
import { PriceChart } from '#prices/web/price-chart.tsx';
import { type CropPrices, cropPageOptions, readCropPage } from '#prices/web/price-data.tsx';
import { pricedUnitText } from '#products/rules/product-texts.ts';
import { countiesByName, findCounty } from '#rules/counties.ts';
import { m } from '#text';
import { buttonClass, Card, Skeleton } from '#ui/elements.tsx';
import { QueryView, StateMessage } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container, useAnnounced } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { useEarlyInput } from '#web/typed-fields.ts';

const LazyCropLots = lazy(() => import('#lots/web/lot-parts.tsx'), 'CropLots');

export function CropPage({ crop, county: typed }: { crop: string; county: string | undefined }) {
  const county = typed === undefined ? undefined : findCounty(typed);
  const options = { ...cropPageOptions(crop, county ?? undefined), enabled: county !== null };
  const page = trpc.market.cropPage.useQuery({ crop, county: county ?? undefined }, options);
  useAnnounced(page.data && priceTitle(page.data));
  const isUnknown =
    readCropPage(crop, county ?? undefined) === null ||
    ['CROP_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(page.error).code ?? '');
  return (
    <main id="main" className="pt-4 pb-12">
      <Container>
        <Link
          to="/prices"
          className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline"
        >
          <ArrowLeft className="size-5" />
          {m.pricesBack()}
        </Link>
        {county === null ? (
          <Unknown title={m.countyNotFoundTitle()}>
            <Link to="/prices/$crop" params={{ crop }} className={buttonClass()}>
              {m.priceAllCounties()}
            </Link>
          </Unknown>
        ) : isUnknown ? (
          <Unknown title={m.cropNotFoundTitle()}>
            <Link to="/prices" className={buttonClass()}>
              {m.pricesBack()}
            </Link>
          </Unknown>
        ) : (
          <QueryView query={page} skeleton={<PageSkeleton />}>
            {(data) => <CropView page={data} />}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

function CropView({ page }: { page: CropPrices }) {
  const { crop, name, county, weeks, reference, packings, counties } = page;
  const sentence = priceSentence({ name, county, weeks });
  const newest = newestPrice(weeks);
  const hasFigures = reference.length > 0 || weeks.some(({ asked, paid }) => asked || paid);
  const file = `?crop=${crop}${county ? `&county=${encodeURIComponent(county)}` : ''}&weeks=${weeks.length}`;
  const link = 'link inline-flex min-h-11 items-center';
  return (
    <div className="grid grid-cols-1 gap-8">
      <header>
        <h1 tabIndex={-1} className="font-extrabold text-3xl">
          {cropNameText(name)}
        </h1>
        {newest && (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-extrabold text-4xl tabular-nums tracking-tight">
              {wholeMoneyText(newest.median)}
            </span>
            <span className="text-lg text-muted">{m.pricePerKilo()}</span>
          </p>
        )}
        {newest && packings.length > 0 && (
          <p className="mt-1 flex flex-wrap gap-x-4 font-semibold tabular-nums">
            {packings.map(({ unit, weightKg }) => (
              <span key={unit}>
                {m.priceWithUnit({
                  price: wholeMoneyText(Math.round(newest.median * weightKg)),
                  unit: pricedUnitText(unit, weightKg),
                })}
              </span>
            ))}
          </p>
        )}
        <p className="mt-1 max-w-prose text-muted">{sentence}</p>
        <Link
          to="/market"
          search={{ search: cropNameText(name), county: county ?? undefined }}
          className={`${buttonClass()} mt-3 max-sm:w-full`}
        >
          {m.priceOnSaleLink({ crop: nameInSentence(cropNameText(name)) })}
        </Link>
        <PriceAlert crop={crop} county={county} median={newest?.median ?? null} />
        <CountyForm crop={crop} county={county} />
      </header>
      <LazyCropLots crop={crop} />
      {hasFigures && (
        <Card>
          <h2 className="mb-3 font-bold text-xl">{m.priceChartTitle()}</h2>
          <PriceChart
            key={`${crop} ${county}`}
            sentence={sentence}
            weeks={weeks}
            reference={reference}
          />
        </Card>
      )}
      <section>
        <h2 className="mb-3 font-bold text-xl">{m.priceMapTitle({ crop: cropNameText(name) })}</h2>
        <CountyPrices crop={{ id: crop, ...name }} counties={counties} county={county} />
      </section>
      <section>
        <h2 className="font-bold text-xl">{m.priceOnSale()}</h2>
        {/* A page without figures is short: the footer must not move when the offers arrive. */}
        <div className={hasFigures ? 'mt-3' : 'mt-3 min-h-96'}>
          <LazyCropOffers
            crop={crop}
            none={<p className="mt-2 text-muted">{m.cropOffersNone()}</p>}
          />
        </div>
      </section>
      {hasFigures && (
        <section>
          <PriceTable weeks={weeks} reference={reference} />
          <p className="flex flex-wrap gap-x-6">
            <a href={`/api/prices.csv${file}`} download={`${crop}.csv`} className={link}>
              {m.priceFileCsv()}
            </a>
            <a href={`/api/prices${file}`} className={link}>
              {m.priceFileJson()}
            </a>
          </p>
        </section>
      )}
    </div>
  );
}

/**
 * Not in the page, which is cached in memory, because offers change all day. Without JavaScript a
 * link is shown instead.
 */
const LazyCropOffers = lazy(() => import('./crop-offers.tsx'), 'CropOffers');

const PriceAlert = (props: { crop: string; county: string | null; median: number | null }) => (
  <details key={`${props.crop} ${props.county}`} className="needs-script mt-2 max-w-form">
    <summary className="link flex min-h-11 w-fit cursor-pointer list-none items-center gap-2 font-semibold">
      <BellRing className="size-5" />
      {m.priceAlertTitle()}
    </summary>
    <div className="pt-1 pb-2">
      <LazyPriceAlertForm {...props} />
    </div>
  </details>
);

const LazyPriceAlertForm = lazy(
  () => import('#prices/web/price-alert-form.tsx'),
  'PriceAlertForm',
  <Skeleton className="h-24" />,
);

function CountyForm({ crop, county }: { crop: string; county: string | null }) {
  const navigate = useNavigate();
  const form = useEarlyInput<HTMLFormElement>();
  return (
    <form
      ref={form}
      action={`/prices/${crop}`}
      className="mt-4 flex max-w-form flex-wrap items-end gap-3"
    >
      <label className="grid min-w-48 flex-1 gap-1 font-semibold text-sm">
        {m.countyLabel()}
        <select
          name="county"
          value={county ?? ''}
          onChange={({ target }) =>
            void navigate({
              to: '/prices/$crop',
              params: { crop },
              search: { county: target.value || undefined },
              resetScroll: false,
            })
          }
          className="input font-normal"
        >
          <option value="">{m.priceAllCounties()}</option>
          {countiesByName.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <div className="without-script hidden">
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          {m.priceShow()}
        </button>
      </div>
    </form>
  );
}

function Unknown({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <h1 className="sr-only">{title}</h1>
      <StateMessage picture="/art/empty/not-found.svg" title={title}>
        {children}
      </StateMessage>
    </>
  );
}

function PageSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-6 w-2/3" />
      <Skeleton className="h-96" />
    </div>
  );
}
