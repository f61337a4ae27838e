import { useState } from 'react';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button } from '#ui/elements.tsx';
import { Badge } from '#ui/feedback.tsx';
import { dateText, momentText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import type { AccountPageData } from '../desk-client.ts';
import { CaseColumns, Facts, RowList, Section } from '../desk-parts.tsx';
import { OpenRequests, OrderRow } from './case-lists.tsx';
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
