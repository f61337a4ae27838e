import { Link } from '@tanstack/react-router';
import { cropNameText, wholeMoneyText } from '#shared/prices/price-texts.ts';
import { m } from '#shared/text/compiled/messages.js';
import { retryUnlessRefused } from '#web/app/client/failure.ts';
import { trpc } from '#web/app/client/trpc.ts';
import { figureText } from '#web/ui/format/product-texts.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { type Column, DataTable } from '#web/ui/layout/data-table.tsx';
import { rangeText } from './chart-texts.ts';

type Price = { median: number; low: number; high: number } | null;

/** What a farmer asks for a kilogram, beside what others ask, and what sold fastest. Nothing for a farm that sells no known crop. */
export function OwnPrices() {
  const { data } = trpc.farmer.prices.useQuery(undefined, { retry: retryUnlessRefused });
  if (!data || data.prices.length === 0) return null;
  const fastest = data.prices.find(({ daysUntilSold }) => daysUntilSold !== null);
  type Row = (typeof data.prices)[number];
  const columns: Column<Row>[] = [
    {
      key: 'crop',
      header: m.ownPricesCrop(),
      isTitle: true,
      cell: (row) => (
        <Link
          to="/prices/$crop"
          params={{ crop: row.crop }}
          search={data.county ? { county: data.county } : {}}
          className="link inline-flex min-h-11 items-center"
        >
          {cropNameText(row)}
        </Link>
      ),
    },
    {
      key: 'own',
      header: m.ownPricesYours(),
      isNumeric: true,
      cell: ({ own }) => (own === null ? '–' : <strong>{wholeMoneyText(own)}</strong>),
    },
    { key: 'county', header: data.county ?? m.priceCounty(), isNumeric: true, cell: ({ county }) => medianText(county) },
    { key: 'country', header: m.pricesCountry(), isNumeric: true, cell: ({ country }) => medianText(country) },
    {
      key: 'days',
      header: m.ownPricesDays(),
      isNumeric: true,
      cell: ({ daysUntilSold }) => (daysUntilSold === null ? '–' : figureText(daysUntilSold)),
    },
  ];
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.ownPricesTitle()}</h2>
      <p className="mt-1 mb-3 text-muted">{m.ownPricesLead()}</p>
      {fastest?.daysUntilSold !== null && fastest && (
        <p className="mb-3 font-semibold">
          {m.ownPricesFastest({ crop: cropNameText(fastest), days: figureText(fastest.daysUntilSold) })}
        </p>
      )}
      <DataTable caption={m.ownPricesTitle()} columns={columns} rows={data.prices} rowKey={({ crop }) => crop} />
    </Card>
  );
}

const medianText = (price: Price) => (price ? `${wholeMoneyText(price.median)} (${rangeText(price)})` : '–');
