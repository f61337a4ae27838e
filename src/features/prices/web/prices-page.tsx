import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useState } from 'react';
import {
  CROP_ID_MAX,
  categories,
  PRODUCT_NAME_MAX,
  SUGGESTED_FROM_LETTERS,
} from '#products/rules/product-facts.ts';
import { categoryLabels } from '#products/rules/product-texts.ts';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import { buttonClass, Card, Skeleton } from '#ui/elements.tsx';
import { EmptyState, QueryView } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';
import { MapSection } from './county-prices.tsx';
import {
  overviewOptions,
  PriceChange,
  type PricesOverview,
  type PricesSearch,
} from './price-data.tsx';

const LazyCropSuggestions = lazy(() => import('./crop-suggestions.tsx'), 'CropSuggestions');

const MOVERS_SHOWN = 5;

export function PricesPage({ search }: { search: PricesSearch }) {
  const overview = trpc.market.priceOverview.useQuery(
    { search: search.search, crop: search.crop },
    overviewOptions(search),
  );
  const unknown = unknownCrop(search, overview);
  return (
    <main id="main" className="pt-6 pb-12 sm:pt-10">
      <Container>
        <h1 tabIndex={-1} className="font-extrabold text-3xl">
          {m.pricesTitle()}
        </h1>
        <CropSearch search={search.search} crops={overview.data?.crops ?? []} />
        {unknown === undefined ? (
          <QueryView query={overview} skeleton={<Skeleton className="mt-8 h-96" />}>
            {(data) => <Overview overview={data} search={search.search} />}
          </QueryView>
        ) : (
          <NoSuchCrop name={unknown} near={overview.data?.crops ?? []} />
        )}
      </Container>
    </main>
  );
}

type Asked = { data: PricesOverview | undefined; error: unknown };

/** The server either shows another crop's map or refuses the request. */
function unknownCrop({ search, crop }: PricesSearch, { data, error }: Asked) {
  if (search !== undefined || crop === undefined) return undefined;
  const isRefused = ['CROP_NOT_FOUND', 'INVALID_INPUT'].includes(readFailure(error).code ?? '');
  return isRefused || (data && data.map?.crop !== crop) ? crop : undefined;
}

const NoSuchCrop = ({ name, near }: { name: string; near: PricesOverview['crops'] }) => (
  <div className="mt-8 wrap-anywhere">
    {near.length === 0 ? (
      <EmptyState
        picture="search"
        title={m.cropNoneCalled({ name: name.slice(0, CROP_ID_MAX) })}
        action={<AllCrops />}
      />
    ) : (
      <>
        <p role="status" className="max-w-prose font-bold text-xl">
          {m.cropNoneCalled({ name: name.slice(0, CROP_ID_MAX) })}
        </p>
        <p className="mt-1 mb-4 max-w-prose text-muted">{m.cropPerhaps()}</p>
        <CropGroups crops={near} isWhole />
        <p className="mt-6">
          <AllCrops />
        </p>
      </>
    )}
  </div>
);

function Overview({ overview, search }: { overview: PricesOverview; search: string | undefined }) {
  const { crops, map, movers } = overview;
  if (search) {
    if (crops.length === 0) return <NoSuchCrop name={search} near={[]} />;
    return (
      <div className="mt-8">
        <CropGroups crops={crops} isWhole />
        <p className="mt-6">
          <AllCrops />
        </p>
      </div>
    );
  }
  return (
    <div className="mt-6 grid grid-cols-1 gap-8">
      <Movers movers={movers} />
      {map && <MapSection map={map} crops={crops} />}
      <section>
        <h2 className="mb-4 font-bold text-2xl">{m.priceListTitle()}</h2>
        <CropGroups crops={crops} />
      </section>
    </div>
  );
}

const AllCrops = () => (
  <Link to="/prices" className={buttonClass({ variant: 'secondary' })}>
    {m.pricesBack()}
  </Link>
);

function Movers({ movers }: Pick<PricesOverview, 'movers'>) {
  const up = movers.filter(({ change }) => change > 0).slice(0, MOVERS_SHOWN);
  const down = movers.filter(({ change }) => change < 0).slice(0, MOVERS_SHOWN);
  return (
    <section>
      <h2 className="mb-4 font-bold text-2xl">{m.priceMoversTitle()}</h2>
      {movers.length === 0 && <p className="text-muted">{m.priceMoversNone()}</p>}
      <div className="grid gap-4 sm:grid-cols-2">
        {up.length > 0 && <MoverList title={m.priceMoversUp()} movers={up} />}
        {down.length > 0 && <MoverList title={m.priceMoversDown()} movers={down} />}
      </div>
    </section>
  );
}

function MoverList({ title, movers }: { title: string; movers: PricesOverview['movers'] }) {
  return (
    <Card className="py-3!">
      <h3 className="py-2 font-bold text-lg">{title}</h3>
      <ul className="divide-y divide-line">
        {movers.map(({ crop, en, sw, now, before, change }) => {
          return (
            <li
              key={crop}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-0.5 tabular-nums"
            >
              <Link
                to="/prices/$crop"
                params={{ crop }}
                className="link inline-flex min-h-11 items-center font-semibold"
              >
                {cropNameText({ en, sw })}
              </Link>
              <PriceChange change={change} />
              <span className="col-span-2 text-muted text-sm">
                {m.priceMoverFrom({ now: wholeMoneyText(now), before: wholeMoneyText(before) })}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

type CropSearchProps = { search: string | undefined; crops: PricesOverview['crops'] };

/** Works without a script: one matching crop opens at once, several are listed. */
function CropSearch({ search = '', crops }: CropSearchProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search
      className="relative mt-5 block max-w-prose"
      onFocus={() => setIsOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setIsOpen(currentTarget.contains(relatedTarget))
      }
      onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
    >
      <form action="/prices" className="flex gap-2">
        <input
          type="search"
          name="search"
          key={search}
          defaultValue={search}
          onChange={({ target }) => {
            setTyped(target.value.trim());
            setIsOpen(true);
          }}
          required
          enterKeyHint="search"
          aria-label={m.pricesSearchLabel()}
          placeholder={m.pricesSearchPlaceholder()}
          maxLength={PRODUCT_NAME_MAX}
          autoComplete="off"
          className="input"
        />
        <button type="submit" className={buttonClass()}>
          <Search className="size-5" />
          {m.pricesSearchButton()}
        </button>
      </form>
      {isOpen && typed.length >= SUGGESTED_FROM_LETTERS && (
        <LazyCropSuggestions typed={typed} crops={crops} />
      )}
    </search>
  );
}

/** Crops without a price are folded away, unless the whole list was asked for. */
function CropGroups({
  crops,
  isWhole = false,
}: {
  crops: PricesOverview['crops'];
  isWhole?: boolean;
}) {
  const priced = isWhole ? crops : crops.filter(({ now }) => now !== null);
  const others = isWhole ? [] : crops.filter(({ now }) => now === null);
  return (
    <>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
        {categories.map((group) => {
          const ofGroup = priced.filter((crop) => crop.group === group);
          return (
            ofGroup.length > 0 && (
              <div key={group}>
                <h3 className="border-line border-b pb-1.5 font-bold text-lg">
                  {categoryLabels[group]()}
                </h3>
                <ul className="divide-y divide-line">
                  {ofGroup.map((crop) => (
                    <li
                      key={crop.id}
                      className="flex items-center justify-between gap-4 tabular-nums"
                    >
                      <CropLink crop={crop} />
                      <span
                        className={
                          crop.now === null ? 'text-right text-muted text-sm' : 'font-semibold'
                        }
                      >
                        {crop.now === null ? m.priceReadingNone() : wholeMoneyText(crop.now)}
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )
          );
        })}
      </div>
      {others.length > 0 && (
        <details className="mt-6">
          <summary className="min-h-11 py-2.5 font-semibold text-leaf">
            {m.priceListOthers({ count: figureText(others.length) })}
          </summary>
          <ul className="mt-2 gap-x-8 sm:columns-2 lg:columns-3">
            {others.map((crop) => (
              <li key={crop.id}>
                <CropLink crop={crop} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function CropLink({ crop }: { crop: PricesOverview['crops'][number] }) {
  return (
    <Link
      to="/prices/$crop"
      params={{ crop: crop.id }}
      className="link inline-flex min-h-11 items-center"
    >
      {cropNameText(crop)}
    </Link>
  );
}
