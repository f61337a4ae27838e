import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { REASON_MAX } from '#operator/rules/desk-input.ts';
import { m } from '#text';
import { Button, Skeleton } from '#ui/elements.tsx';
import { FormBanner, Notice, type Query, QueryView } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { momentText } from '#ui/format.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { inputFacts, operationText } from '../case-texts.ts';
import {
  deskFailure,
  deskQueries,
  deskRpc,
  type OpenCase,
  type ReportPageData,
  type RequestPageData,
} from '../desk-client.ts';
import { AccountLink, CaseColumns, Facts, Section } from '../desk-parts.tsx';
import { AccountCase } from './account-case.tsx';
import { Entries, messageEntries } from './case-lists.tsx';
import { Choices } from './choices.tsx';
import { describeChoice } from './effects.ts';
import { LotCase } from './lot-case.tsx';
import { OrderCase } from './order-case.tsx';

export function CasePageView({ open: { page, id } }: { open: OpenCase }) {
  switch (page) {
    case 'order':
      return <OrderPage id={id} />;
    case 'account':
      return <AccountPage id={id} />;
    case 'lot':
      return <LotPage id={id} />;
    case 'report':
      return <ReportPage id={id} />;
    case 'request':
      return <RequestPage id={id} />;
    case 'visit':
      return null;
  }
}

// A page stays as it was read while somebody decides; the server refuses a stale one.
const settings = { refetchOnWindowFocus: false, refetchOnReconnect: false };

type PageProps<Data> = {
  query: Query<Data> & { error: unknown };
  children: (page: Data) => React.ReactNode;
};

const Page = <Data,>({ query, children }: PageProps<Data>) => (
  <QueryView
    query={query}
    skeleton={<Skeleton className="h-96 w-full" />}
    errorText={failureText(query.error, m.loadFailed())}
  >
    {children}
  </QueryView>
);

function OrderPage(open: { id: number }) {
  const query = trpc.desk.cases.order.useQuery(open, settings);
  return <Page query={query}>{(page) => <OrderCase {...page} />}</Page>;
}

function AccountPage(open: { id: number }) {
  const query = trpc.desk.cases.account.useQuery(open, settings);
  return <Page query={query}>{(page) => <AccountCase {...page} />}</Page>;
}

function LotPage(open: { id: number }) {
  const query = trpc.desk.cases.lot.useQuery(open, settings);
  return <Page query={query}>{(page) => <LotCase {...page} />}</Page>;
}

function ReportPage(open: { id: number }) {
  const query = trpc.desk.cases.report.useQuery(open, settings);
  return <Page query={query}>{(page) => <ReportCase {...page} />}</Page>;
}

function RequestPage(open: { id: number }) {
  const query = trpc.desk.cases.request.useQuery(open, settings);
  return <Page query={query}>{(page) => <RequestCase {...page} />}</Page>;
}

function ReportCase({ report, choices }: ReportPageData) {
  const { id, reason, reporter, since, productName } = report;
  return (
    <div className="grid gap-3">
      <header>
        <h2 className="font-extrabold text-2xl">{m.deskReportNumber({ id })}</h2>
        <Facts
          facts={[
            [m.deskReporter(), `${reporter} · ${momentText(since)}`],
            [m.orderReasonLabel(), <b key="reason">{reason}</b>],
            [
              m.orderColumnBuyer(),
              <AccountLink key="buyer" id={report.buyerId} name={report.buyer} />,
            ],
            [
              m.deskFarmer(),
              <AccountLink key="farmer" id={report.farmerId} name={report.farmer} />,
            ],
          ]}
        />
      </header>
      <CaseColumns toDo={<Choices choices={choices} />}>
        <Entries
          title={m.deskMessagesAbout({ product: productName })}
          entries={messageEntries({ ...report, productName: '' })}
        />
      </CaseColumns>
    </div>
  );
}

function RequestCase({ request, isAllowed, isOwn, order, account }: RequestPageData) {
  const { id, operation, does, input, requestedBy, requestedAt } = request;
  const plain = Object.fromEntries(
    Object.entries(input).filter((entry): entry is [string, string | number] =>
      ['string', 'number'].includes(typeof entry[1]),
    ),
  );
  const entered = {
    areGoodsBack: input.areGoodsBack === true,
    ...(typeof input.lines === 'string' && { lines: JSON.parse(input.lines) }),
  };
  const effects = does
    ? describeChoice({ does, input: plain }, order?.order ?? null, entered).effects
    : [];
  return (
    <div className="grid gap-3">
      <h2 className="font-extrabold text-2xl">{m.deskRequestNumber({ id })}</h2>
      <Section title={operationText(operation)}>
        <Facts
          facts={[
            [m.deskRequestedBy(), requestedBy],
            [m.deskSince(), momentText(requestedAt)],
            ...inputFacts(input),
          ]}
        />
        {effects.length > 0 && (
          <div className="mt-3 rounded-field border border-line bg-paper p-4">
            <Facts facts={effects} />
          </div>
        )}
        <Decision id={id} isAllowed={isAllowed} isOwn={isOwn} />
      </Section>
      {order && <OrderCase {...order} choices={null} />}
      {account && <AccountCase {...account} choices={null} />}
    </div>
  );
}

function Decision({ id, isAllowed, isOwn }: { id: number; isAllowed: boolean; isOwn: boolean }) {
  const [reason, setReason] = useState('');
  const [isDeclining, setIsDeclining] = useState(false);
  const deciding = useMutation({
    mutationFn: async (how: 'approve' | 'decline') => {
      const { approve, decline } = deskRpc.desk.requests;
      if (how === 'approve') return (await approve.mutate({ requestId: id })).said;
      await decline.mutate({ requestId: id, reason });
      return m.deskDeclined({ id });
    },
    onSuccess: () =>
      void deskQueries.invalidateQueries({ predicate: ({ queryKey }) => !isRequest(queryKey) }),
  });
  const busy = deciding.isPending && deciding.variables;
  const decline = (event: React.FormEvent) => {
    event.preventDefault();
    deciding.mutate('decline');
  };
  if (deciding.data)
    return (
      <Notice type="success" className="mt-4 break-words">
        {deciding.data}
      </Notice>
    );
  const refusal = isAllowed ? (isOwn ? m.deskOwnRequest() : undefined) : m.deskRoleRefused();
  return (
    <div className="mt-4 grid gap-3">
      <FormBanner text={deskFailure(deciding.error)} />
      <div className="flex flex-wrap items-start gap-2">
        <Button
          isBusy={busy === 'approve'}
          disabledReason={refusal}
          onClick={() => deciding.mutate('approve')}
        >
          {m.deskApprove()}
        </Button>
        <Button
          variant="secondary"
          aria-expanded={isDeclining}
          disabledReason={isAllowed ? undefined : m.deskRoleRefused()}
          onClick={() => setIsDeclining(!isDeclining)}
        >
          {isOwn ? m.deskWithdraw() : m.deskDecline()}
        </Button>
      </div>
      {isDeclining && (
        <form onSubmit={decline} className="grid gap-3" noValidate>
          <TextField
            label={m.orderReasonLabel()}
            maxLength={REASON_MAX}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button type="submit" variant="danger" isBusy={busy === 'decline'}>
            {isOwn ? m.deskWithdraw() : m.deskDecline()}
          </Button>
        </form>
      )}
    </div>
  );
}

/** The page of a request that was just decided stays, with what was said about it. */
const isRequest = ([path]: readonly unknown[]) => Array.isArray(path) && path.includes('request');
