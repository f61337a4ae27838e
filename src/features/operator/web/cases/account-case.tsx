import { useState } from 'react';
import { amountOf, lotStatusTexts, lotTitle, shareStatusTexts } from '#lots/web/lot-parts.tsx';
import { priceText } from '#products/web/product-texts.ts';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
import { Button } from '#ui/form/button.tsx';
import { phoneText } from '#ui/format/contact-text.tsx';
import { dateText, momentText, weekdayText } from '#ui/format/date-text.ts';
import { trpc } from '#web/client/trpc.ts';
import type { AccountPageData, LotPageData } from '../desk-client.ts';
import { AccountLink, CaseColumns, Facts, RowButton, RowList, Section } from '../desk-parts.tsx';
import { useDeskSearch } from '../desk-search.ts';
import { Entries, type Entry, Media, OpenRequests, OrderRow } from './case-lists.tsx';
import { Choices } from './choices.tsx';

const momentOf = (moment: string | null) => moment && momentText(moment);

type AccountCaseProps = Omit<AccountPageData, 'choices'> & {
  /** Null on the page of a request, which has its own choice. */
  choices: AccountPageData['choices'] | null;
};

export function AccountCase({ account, orders, products, requests, choices }: AccountCaseProps) {
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-extrabold text-2xl">
          {account.firstName} {account.lastName}
        </h2>
        <Badge tone="plain">
          {account.role === 'farmer' ? m.deskFarmer() : m.orderColumnBuyer()}
        </Badge>
        {account.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
      </header>
      <Section title={account.farmName ?? m.settingsAccount()}>
        <Facts
          facts={[
            [m.contactPhone(), phoneOf(account)],
            [m.emailLabel(), account.email],
            [m.deskSince(), dateText(account.createdAt)],
            [
              m.deskPlace(),
              [account.addressDescription, account.county].filter(Boolean).join(', '),
            ],
            [
              m.deskVisitedOn(),
              [momentOf(account.visitedAt), account.visitedBy].filter(Boolean).join(', '),
            ],
            [m.deskKindSim(), momentOf(account.simChangedAt)],
            [m.deskKindReleased(), phoneText(account.releasedNumber ?? '')],
            [m.deskHeldUntil(), momentOf(account.payoutsHeldUntil)],
            [
              m.deskDueToThem(),
              account.dueCents > 0 ? moneyText(shillingsOf(account.dueCents)) : null,
            ],
          ]}
        />
        {account.visitedAt && <VisitPhoto accountId={account.id} />}
      </Section>
      <CaseColumns
        toDo={
          choices && (
            <>
              <OpenRequests requests={requests} />
              <Choices choices={choices} />
            </>
          )
        }
      >
        {orders.length > 0 && (
          <RowList>
            {orders.map((order) => (
              <OrderRow key={order.id} order={order} />
            ))}
          </RowList>
        )}
        {products.length > 0 && <Products products={products} />}
      </CaseColumns>
    </div>
  );
}

const Products = ({ products }: Pick<AccountPageData, 'products'>) => (
  <details className="rounded-card border border-line bg-card px-4 py-1">
    <summary className="flex min-h-11 cursor-pointer items-center font-bold">
      {m.farmTabProducts()} ({products.length})
    </summary>
    <ul className="divide-y divide-line">
      {products.map(({ id, name, hiddenAt, choice }) => (
        <li key={id} className="grid items-center gap-x-3 py-2 sm:grid-cols-[1fr_auto]">
          <p className="flex items-center gap-2">
            {name} {hiddenAt && <Badge tone="soil">{m.deskHiddenBadge()}</Badge>}
          </p>
          {choice && <Choices choices={[choice]} isPlain />}
        </li>
      ))}
    </ul>
  </details>
);

const phoneOf = ({ phoneNumber, phoneVerifiedAt }: AccountPageData['account']) =>
  phoneNumber
    ? `${phoneText(phoneNumber)}, ${phoneVerifiedAt ? m.deskVerified() : m.deskUnverified()}`
    : null;

/** Loaded by a press, because the log records the look. */
function VisitPhoto({ accountId }: { accountId: number }) {
  const [isWanted, setIsWanted] = useState(false);
  const photo = trpc.desk.cases.visitPhoto.useQuery({ id: accountId }, { enabled: isWanted });
  if (photo.data?.jpeg)
    return (
      <img
        src={`data:image/jpeg;base64,${photo.data.jpeg}`}
        alt={m.deskVisitPhoto()}
        className="mt-3 w-full max-w-md rounded-field"
      />
    );
  if (photo.data) return <p className="mt-2 text-muted text-sm">{m.deskNoVisitPhoto()}</p>;
  return (
    <div className="mt-2">
      <Button
        variant="secondary"
        size="small"
        isBusy={photo.isFetching}
        onClick={() => setIsWanted(true)}
      >
        {m.deskShowVisitPhoto()}
      </Button>
      {photo.isError && <p role="alert">{m.loadFailed()}</p>}
    </div>
  );
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

export function LotCase({ lot, buyer, orders, choices }: LotPageData) {
  const { id, buyerId, status, unit, priceCents, given, day, place, closesAt } = lot;
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
            price: priceText(shillingsOf(priceCents), unit),
          })}{' '}
          {m.lotSharesUntil({ closes: momentText(closesAt) })} {lot.quality}
        </p>
        {lot.photo && <Media url={lot.photo} alt={m.lotPhoto()} />}
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
    ...lot.shares.map(({ farmerId, farmName, quantity, status, changedAt }) => ({
      key: `share-${farmerId}`,
      at: changedAt,
      what: <AccountLink id={farmerId} name={farmName} />,
      by: `${amountOf(quantity, lot)} · ${shareStatusTexts[status]()}`,
    })),
  ];
}
