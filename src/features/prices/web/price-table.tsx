import type { ReactNode } from 'react';
import { figureText } from '#platform/rules/decimal.ts';
import { m } from '#text';
import { weekDayText } from '../rules/price.ts';
import { rangeText, referencePrice } from './chart-scale.ts';
import type { PriceWeek, ReferenceWeek } from './price-data.ts';

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
export const FoldedTable = ({ children }: { children: ReactNode }) => (
  <details>
    <summary className="link flex min-h-11 w-fit items-center">{m.priceTableTitle()}</summary>
    {children}
  </details>
);

const shown = (figure: number | null | undefined) =>
  figure === null || figure === undefined ? '–' : figureText(figure);
