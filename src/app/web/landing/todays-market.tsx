import { Link } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { cropNameText, wholeMoneyText } from '#prices/rules/price.ts';
import { PriceChange } from '#prices/web/price-data.tsx';
import { pricedUnitText, productNameText } from '#products/rules/product-texts.ts';
import {
  type Answers,
  type Offer,
  ProductPicture,
  readOffers,
} from '#products/web/catalogue/offer.tsx';
import { exactMoneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { rpc } from '#web/rpc.ts';

const PRODUCTS_SHOWN = 4;
const MOVERS_SHOWN = 4;

export function TodaysMarket() {
  const [offers, setOffers] = useState<Offer[]>([]);
  const [movers, setMovers] = useState<Answers['priceMovers']['movers']>([]);
  useEffect(() => {
    rpc.market.cards.query({}).then(
      (page) => startTransition(() => setOffers(ofDifferentFarms(readOffers(page)))),
      () => {},
    );
    rpc.market.priceMovers.query({}).then(
      ({ movers }) => startTransition(() => setMovers(movers.slice(0, MOVERS_SHOWN))),
      () => {},
    );
  }, []);
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
        {offers.map((offer) => (
          <TodaysProduct key={offer.id} offer={offer} />
        ))}
      </ul>
      {movers.length > 0 && (
        <ul
          aria-label={m.priceMoversTitle()}
          className="mt-2 grid grid-cols-2 gap-x-4 sm:mt-4 lg:grid-cols-4"
        >
          {movers.map(({ crop, en, sw, now, change }) => (
            <li
              key={crop}
              className="relative flex min-h-12 flex-wrap items-center justify-between gap-x-3 border-line border-b py-1.5"
            >
              <Link
                to="/prices/$crop"
                params={{ crop }}
                className="min-w-0 font-semibold text-ink no-underline after:absolute after:inset-0 hover:text-leaf"
              >
                {cropNameText({ en, sw })}
                <span className="block font-normal text-muted text-sm tabular-nums">
                  {m.pricePerKg({ price: wholeMoneyText(now) })}
                </span>
              </Link>
              <PriceChange change={change} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Products for sale today, one from each farm first. Leaves out pre-orders. */
function ofDifferentFarms(offers: Offer[]): Offer[] {
  const ready = offers.filter(({ depositPercent }) => depositPercent === null);
  const isFirst = ({ farmId }: Offer, at: number) =>
    ready.findIndex((other) => other.farmId === farmId) === at;
  const others = ready.filter((offer, at) => !isFirst(offer, at));
  return [...ready.filter(isFirst), ...others].slice(0, PRODUCTS_SHOWN);
}

const TodaysProduct = ({ offer }: { offer: Offer }) => (
  <li className="relative flex items-center overflow-hidden rounded-card border border-line bg-card sm:block">
    <div className="h-18 w-22 shrink-0 sm:aspect-4/3 sm:h-auto sm:w-full">
      <ProductPicture
        product={offer}
        sizes="(width >= 64rem) 20rem, (width >= 40rem) 45vw, 5.5rem"
      />
    </div>
    <div className="grid min-w-0 flex-1 grid-cols-1 gap-0.5 px-3 sm:py-3">
      <Link
        to="/market/$productId"
        params={{ productId: offer.id }}
        className="truncate font-semibold text-ink leading-snug no-underline after:absolute after:inset-0 hover:text-leaf"
      >
        {productNameText(offer)}
      </Link>
      <p className="leading-tight">
        <span className="whitespace-nowrap font-extrabold tabular-nums sm:text-lg">
          {exactMoneyText(offer.price)}
        </span>{' '}
        <span className="text-muted text-sm">
          {`/ ${pricedUnitText(offer.unit, offer.netWeightKg)}`}
        </span>
      </p>
      <p className="truncate text-muted text-sm leading-tight">
        {`${farmTitle(offer)} · ${offer.county}`}
      </p>
    </div>
  </li>
);
