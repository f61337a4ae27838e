import { amountOf, lotStatusTexts, lotTitle, shareStatusTexts } from '#lots/web/lot-parts.tsx';
import { priceText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback.tsx';
import { dateText, momentText, weekdayText } from '#ui/format.ts';
import { type LotPageData, useDeskSearch } from '../desk-client.ts';
import { AccountLink, CaseColumns, Facts, RowButton, RowList } from '../desk-parts.tsx';
import { Entries, type Entry, Media, OrderRow } from './case-lists.tsx';
import { Choices } from './choices.tsx';

export function LotCase({ lot, buyer, orders, choices }: LotPageData) {
  const { id, buyerId, status, unit, given, day, place, closesAt } = lot;
  return (
    <div className="grid gap-3">
      <header>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-extrabold text-2xl">{m.lotNumber({ id })}</h2>
          <Badge tone="maize">{lotStatusTexts[status]()}</Badge>
        </div>
        <p className="wrap-anywhere mb-1">
          {lotTitle(lot)}.{' '}
          {m.lotTerms({
            ...{ place, day: weekdayText(day) },
            price: priceText(lot.price, unit),
          })}{' '}
          {m.lotSharesUntil({ closes: momentText(closesAt) })} {lot.quality}
        </p>
        {lot.photo && <Media url={lot.photo.url} alt={m.lotPhoto()} />}
        <Facts
          facts={[
            [m.orderColumnBuyer(), <AccountLink key="buyer" id={buyerId} name={buyer} />],
            [m.shareStatusGiven(), amountOf(given, lot)],
          ]}
        />
      </header>
      <CaseColumns toDo={<Choices choices={choices} />}>
        {orders.length > 0 && (
          <RowList>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </RowList>
        )}
        <Entries title={m.deskSteps()} entries={entriesOf(lot)} />
      </CaseColumns>
    </div>
  );
}

/** A share is listed at the time of its last change. */
function entriesOf(lot: LotPageData['lot']): Entry[] {
  const steps = { open: lot.createdAt, closed: lot.closedAt, taken: lot.takenAt } as const;
  return [
    ...(['open', 'closed', 'taken'] as const).flatMap((step) => {
      const at = steps[step];
      return at ? [{ key: step, at, what: lotStatusTexts[step]() }] : [];
    }),
    ...lot.shares.map(({ farmId, farmName, quantity, status, changedAt }) => ({
      key: `share-${farmId}`,
      at: changedAt,
      what: <AccountLink id={farmId} name={farmName} />,
      by: `${amountOf(quantity, lot)} · ${shareStatusTexts[status]()}`,
    })),
  ];
}

type FoundLot = Pick<LotPageData['lot'], 'id' | 'status' | 'createdAt'> &
  Parameters<typeof lotTitle>[0];

export function LotRow({ lot }: { lot: FoundLot }) {
  const { id, status, createdAt } = lot;
  const { open, go } = useDeskSearch();
  return (
    <RowButton
      isOpen={open?.page === 'lot' && open.id === id}
      onClick={() => go({ open: { page: 'lot', id } })}
      first={
        <>
          <span className="font-semibold">{m.lotNumber({ id })}</span>
          <Badge tone="maize">{lotStatusTexts[status]()}</Badge>
        </>
      }
      second={lotTitle(lot)}
      figure=""
      note={dateText(createdAt)}
    />
  );
}
