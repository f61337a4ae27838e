import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { moneyText } from '#platform/rules/money.ts';
import { rpc } from '#platform/web/client/rpc.ts';
import { cropNameText, wholeMoneyText } from '#prices/rules/price.ts';
import { PriceChange } from '#prices/web/price-change.tsx';
import { type Answers, type Offer, readOffers } from '#products/web/catalogue/offer.ts';
import { ProductPicture } from '#products/web/catalogue/product-picture.tsx';
import { pricedUnitText, productNameText } from '#products/web/product-texts.ts';
import { m } from '#text';

const PRODUCTS_SHOWN = 4;
const MOVERS_SHOWN = 4;

type Movers = Answers['priceMovers']['movers'];

export function TodaysMarket() {
  const [offers, setOffers] = useState<Offer[]>([]);
  const [movers, setMovers] = useState<Movers>([]);
  useEffect(() => {
    rpc.market.cards.query({ limit: PRODUCTS_SHOWN }).then(
      (page) => setOffers(readOffers(page)),
      () => {},
    );
    rpc.market.priceMovers.query({}).then(
      (answer) => setMovers(answer.movers.slice(0, MOVERS_SHOWN)),
      () => {},
    );
  }, []);
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {offers.map((offer) => (
          <TodaysProduct key={offer.id} offer={offer} />
        ))}
      </ul>
      {movers.length > 0 && (
        <ul
          aria-label={m.priceMoversTitle()}
          className="mt-4 grid gap-x-4 sm:grid-cols-2 lg:grid-cols-4"
        >
          {movers.map(({ crop, en, sw, now, change }) => (
            <li
              key={crop}
              className="relative flex min-h-12 items-center justify-between gap-3 border-line border-b py-1.5"
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

const TodaysProduct = ({ offer }: { offer: Offer }) => (
  <li className="relative overflow-hidden rounded-card border border-line bg-card">
    <div className="aspect-4/3">
      <ProductPicture product={offer} sizes="(min-width: 64rem) 20rem, 45vw" />
    </div>
    <div className="grid grid-cols-1 gap-0.5 p-3">
      <Link
        to="/market/$productId"
        params={{ productId: offer.id }}
        className="wrap-anywhere font-semibold text-ink leading-snug no-underline after:absolute after:inset-0 hover:text-leaf"
      >
        {productNameText(offer)}
      </Link>
      <p>
        <span className="whitespace-nowrap font-extrabold tabular-nums max-[22rem]:text-sm sm:text-lg">
          {moneyText(offer.price)}
        </span>{' '}
        <span className="text-muted text-sm">
          {`/ ${pricedUnitText(offer.unit, offer.netWeightKg)}`}
        </span>
      </p>
      <p className="text-muted text-sm">{offer.county}</p>
    </div>
  </li>
);
