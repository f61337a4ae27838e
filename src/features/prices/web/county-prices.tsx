import { Link } from '@tanstack/react-router';
import { figureText } from '#rules/amounts.ts';
import {
  COUNTY_SHAPES_PATH,
  countiesByName,
  countyShapeId,
  countyShapesSize,
} from '#rules/counties.ts';
import { m } from '#text';
import { buttonClass, classNames } from '#ui/elements.tsx';
import { cropNameText, weekDayText, wholeMoneyText } from '../rules/price.ts';
import {
  type CountyPrice,
  type PricesOverview,
  type PriceWeek,
  type ReferenceWeek,
  rangeText,
  referencePrice,
} from './price-data.tsx';

const shades = ['fill-leaf/30', 'fill-leaf/45', 'fill-leaf/60', 'fill-leaf/80', 'fill-leaf'];
const { width, height } = countyShapesSize;

type CountyPricesProps = {
  crop: { id: string; en: string; sw: string };
  counties: readonly CountyPrice[];
  county?: string | null;
};

export function CountyPrices({ crop, counties, county = null }: CountyPricesProps) {
  const name = cropNameText(crop);
  const asked = counties.flatMap((one) =>
    one.asked ? [{ county: one.county, median: one.asked.median }] : [],
  );
  if (counties.length === 0) return <p className="text-muted">{m.priceMapNone()}</p>;
  const medians = asked.map(({ median }) => median);
  const steps = makeSteps(Math.min(...medians), Math.max(...medians));
  return (
    <div className="grid items-start gap-x-10 gap-y-6 md:grid-cols-2">
      <figure>
        <svg
          role="img"
          aria-label={m.priceMapLabel({ crop: name })}
          viewBox={`0 0 ${width} ${height}`}
          className="mx-auto max-h-[34rem] w-full"
        >
          {countiesByName.map((one) => {
            const price = asked.find((row) => row.county === one);
            return (
              <use
                key={one}
                href={`${COUNTY_SHAPES_PATH}#${countyShapeId(one)}`}
                className={classNames(
                  'stroke-card',
                  price ? shades[stepOf(price.median, steps)] : 'fill-line/60',
                )}
                strokeWidth="1.5"
              />
            );
          })}
          {county && (
            <use
              href={`${COUNTY_SHAPES_PATH}#${countyShapeId(county)}`}
              className="fill-none stroke-ink"
              strokeWidth="4"
            />
          )}
        </svg>
        <figcaption className="mt-3 text-sm">
          <p className="mb-1.5 text-muted">{m.priceMapLegend()}</p>
          <ul className="flex flex-wrap gap-x-5 gap-y-1.5 tabular-nums">
            {steps.map(({ from, to }, at) => (
              <Shade key={from} fill={shades[at] ?? ''}>
                {rangeText({ low: from, high: to })}
              </Shade>
            ))}
            <Shade fill="fill-line/60">{m.priceMapHidden()}</Shade>
          </ul>
          <p className="mt-2 text-muted text-xs">
            <a className="link" href="https://creativecommons.org/licenses/by/4.0/">
              {m.priceMapCredit()}
            </a>
          </p>
        </figcaption>
      </figure>
      <CountyTable crop={crop} counties={counties} county={county} />
    </div>
  );
}

type MapSectionProps = { map: NonNullable<PricesOverview['map']>; crops: PricesOverview['crops'] };

export function MapSection({ map, crops }: MapSectionProps) {
  const name = cropNameText(map.name);
  return (
    <section id="map">
      <h2 className="font-bold text-2xl">
        <Link to="/prices/$crop" params={{ crop: map.crop }} className="link">
          {m.priceMapTitle({ crop: name })}
        </Link>
      </h2>
      <form action="/prices#map" className="mt-3 mb-5 flex max-w-form flex-wrap items-end gap-3">
        <label className="grid min-w-48 flex-1 gap-1 font-semibold text-sm">
          {m.priceMapChoose()}
          <select name="crop" key={map.crop} defaultValue={map.crop} className="input font-normal">
            {crops
              .filter(({ id, now }) => now !== null || id === map.crop)
              .map(({ id, en, sw }) => (
                <option key={id} value={id}>
                  {cropNameText({ en, sw })}
                </option>
              ))}
          </select>
        </label>
        <button type="submit" className={buttonClass({ variant: 'secondary' })}>
          {m.priceShow()}
        </button>
      </form>
      <CountyPrices crop={{ id: map.crop, ...map.name }} counties={map.counties} />
    </section>
  );
}

function Shade({ fill, children }: { fill: string; children: React.ReactNode }) {
  return (
    <li className="flex items-center gap-2">
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 shrink-0">
        <rect
          x="1"
          y="1"
          width="18"
          height="18"
          rx="4"
          className={classNames(fill, 'stroke-edge')}
        />
      </svg>
      {children}
    </li>
  );
}

type Step = { from: number; to: number };

/** Up to five steps of equal width. */
function makeSteps(lowest: number, highest: number): Step[] {
  if (!Number.isFinite(lowest)) return [];
  const size = Math.max(1, Math.ceil((highest - lowest + 1) / shades.length));
  const steps: Step[] = [];
  for (let from = lowest; from <= highest; from += size)
    steps.push({ from, to: Math.min(highest, from + size - 1) });
  return steps;
}

const stepOf = (price: number, steps: readonly Step[]) => steps.findIndex(({ to }) => price <= to);

function CountyTable({ crop, counties, county }: Required<CountyPricesProps>) {
  return (
    <FoldedTable>
      <div className="max-h-[34rem] overflow-y-auto rounded-card border border-line bg-card">
        <table className="w-full text-left tabular-nums max-sm:text-sm">
          <caption className="sr-only">{m.priceMapTitle({ crop: cropNameText(crop) })}</caption>
          <thead className="text-muted text-xs sm:text-sm">
            <tr>
              <th scope="col" className="py-2.5 pr-1 pl-3 font-semibold sm:px-4">
                {m.countyLabel()}
              </th>
              <th scope="col" className="px-1.5 py-2.5 text-right font-semibold sm:px-2">
                {m.priceAsked()}
              </th>
              <th scope="col" className="py-2.5 pr-3 pl-1.5 text-right font-semibold sm:px-4">
                {m.pricePaid()}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {counties.map((row) => (
              <tr key={row.county} className={row.county === county ? 'bg-leaf-soft' : undefined}>
                <th scope="row" className="pr-1 pl-3 font-normal sm:px-4">
                  <Link
                    to="/prices/$crop"
                    params={{ crop: crop.id }}
                    search={{ county: row.county }}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {row.county}
                  </Link>
                </th>
                <td className="whitespace-nowrap px-1.5 text-right sm:px-2">
                  {row.asked ? wholeMoneyText(row.asked.median) : '–'}
                </td>
                <td className="whitespace-nowrap pr-3 pl-1.5 text-right sm:px-4">
                  {row.paid ? wholeMoneyText(row.paid.median) : '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </FoldedTable>
  );
}

const cell = 'px-3 py-2 text-right whitespace-nowrap';

/** For people who cannot see the chart. */
export function PriceTable({
  weeks,
  reference,
}: {
  weeks: readonly PriceWeek[];
  reference: readonly ReferenceWeek[];
}) {
  const source = reference[0]?.source;
  const publishedIn = (week: string) =>
    reference.find((row) => row.week === week && row.source === source);
  const rows = weeks
    .filter(({ week, asked, paid }) => asked || paid || publishedIn(week))
    .reverse();
  const heads = [
    m.priceAsked(),
    m.priceMiddle(),
    m.priceFarms(),
    m.pricePaid(),
    m.priceMiddle(),
    m.priceFarms(),
    m.farmTabOrders(),
  ];
  return (
    <FoldedTable>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: without a mouse it is scrolled by the arrow keys
        tabIndex={0}
        aria-label={m.priceTableTitle()}
        className="max-h-[32rem] overflow-auto rounded-card border border-line bg-card"
      >
        <table className="w-full text-left text-sm tabular-nums">
          <caption className="px-3 pt-3 pb-1 text-left text-muted">
            {/* The table is wider than a phone. */}
            <span className="sticky left-3 inline-block max-w-72 sm:max-w-none">
              {m.priceMapLegend()}
            </span>
          </caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="px-3 py-2 font-semibold">
                {m.priceWeek()}
              </th>
              {heads.map((head, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they never change places, and two have the same text
                <th key={at} scope="col" className={`${cell} font-semibold`}>
                  {head}
                </th>
              ))}
              {source && (
                <th scope="col" className={`${cell} font-semibold`}>
                  {source}
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line border-line border-t">
            {rows.map(({ week, asked, paid }) => {
              const published = publishedIn(week);
              return (
                <tr key={week}>
                  <th scope="row" className="whitespace-nowrap px-3 py-2 font-normal">
                    {weekDayText(week)}
                  </th>
                  <td className={`${cell} font-semibold`}>{shown(asked?.median)}</td>
                  <td className={cell}>{asked ? rangeText(asked) : '–'}</td>
                  <td className={cell}>{shown(asked?.farms)}</td>
                  <td className={`${cell} font-semibold`}>{shown(paid?.median)}</td>
                  <td className={cell}>{paid ? rangeText(paid) : '–'}</td>
                  <td className={cell}>{shown(paid?.farms)}</td>
                  <td className={cell}>{shown(paid?.orders)}</td>
                  {source && (
                    <td className={cell}>{shown(published ? referencePrice(published) : null)}</td>
                  )}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </FoldedTable>
  );
}

/** In the page for those who cannot see the drawing. */
const FoldedTable = ({ children }: { children: React.ReactNode }) => (
  <details>
    <summary className="link flex min-h-11 w-fit items-center">{m.priceTableTitle()}</summary>
    {children}
  </details>
);

const shown = (figure: number | null | undefined) =>
  figure === null || figure === undefined ? '–' : figureText(figure);
