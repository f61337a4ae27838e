import { Link } from '@tanstack/react-router';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import { Card } from '#ui/elements.tsx';
import { trpc } from '#web/trpc.ts';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';
import { rangeText } from './price-data.tsx';

export function OwnPrices() {
  const { data } = trpc.farmer.prices.useQuery();
  const prices = (data?.prices ?? []).filter(
    (row) => (row.county ?? row.country ?? row.daysUntilSold) !== null,
  );
  if (!data || prices.length === 0) return null;
  const { county } = data;
  const fastest = prices.find(({ daysUntilSold }) => daysUntilSold !== null);
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.ownPricesTitle()}</h2>
      {typeof fastest?.daysUntilSold === 'number' && (
        <p className="mt-2 font-semibold">
          {m.ownPricesFastest({
            crop: cropNameText(fastest),
            days: figureText(fastest.daysUntilSold),
          })}
        </p>
      )}
      <ul className="mt-2 divide-y divide-line tabular-nums">
        {prices.map((row) => (
          <li
            key={row.crop}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-1.5"
          >
            <Link
              to="/prices/$crop"
              params={{ crop: row.crop }}
              search={county ? { county } : {}}
              className="link inline-flex min-h-11 items-center font-semibold"
            >
              {cropNameText(row)}
            </Link>
            {row.own !== null && (
              <span>{m.ownPricesYours({ price: wholeMoneyText(row.own) })}</span>
            )}
            <span className="col-span-2 text-muted text-sm">
              {[
                askedText(county ?? '', row.county),
                askedText(m.pricesCountry(), row.country),
                row.daysUntilSold !== null &&
                  m.ownPricesSold({ days: figureText(row.daysUntilSold) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

const askedText = (place: string, asked: { median: number; low: number; high: number } | null) =>
  asked &&
  m.ownPricesOthers({ place, price: wholeMoneyText(asked.median), range: rangeText(asked) });
