import { type FormEvent, useState } from 'react';
import { REASON_MAX } from '#operator/rules/limits.ts';
import { failureText, readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { FormBanner, Notice } from '#ui/feedback/notice.tsx';
import { QueryView } from '#ui/feedback/query-view.tsx';
import { Button } from '#ui/form/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { momentText } from '#ui/format/date-text.ts';
import { inputFacts, operationText } from '../case-texts.ts';
import {
  deskFallbacks,
  deskQueries,
  deskRpc,
  type ReportPageData,
  type RequestPageData,
} from '../desk-client.ts';
import { AccountLink, CaseColumns, Facts, Section } from '../desk-parts.tsx';
import type { OpenCase } from '../desk-search.ts';
import { AccountCase } from './account-case.tsx';
import { Choices } from './choices.tsx';
import { describeChoice } from './effects.ts';
import { Entries, messageEntries } from './entries.tsx';
import { LotCase } from './lot-case.tsx';
import { OrderCase } from './order-case.tsx';

const skeleton = <Skeleton className="h-96 w-full" />;

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

function OrderPage({ id }: { id: number }) {
  const query = trpc.desk.cases.order.useQuery({ id }, settings);
  return (
    <QueryView query={query} skeleton={skeleton} errorText={errorOf(query.error)}>
      {(page) => <OrderCase {...page} />}
    </QueryView>
  );
}

function AccountPage({ id }: { id: number }) {
  const query = trpc.desk.cases.account.useQuery({ id }, settings);
  return (
    <QueryView query={query} skeleton={skeleton} errorText={errorOf(query.error)}>
      {(page) => <AccountCase {...page} />}
    </QueryView>
  );
}

function LotPage({ id }: { id: number }) {
  const query = trpc.desk.cases.lot.useQuery({ id }, settings);
  return (
    <QueryView query={query} skeleton={skeleton} errorText={errorOf(query.error)}>
      {(page) => <LotCase {...page} />}
    </QueryView>
  );
}

function ReportPage({ id }: { id: number }) {
  const query = trpc.desk.cases.report.useQuery({ id }, settings);
  return (
    <QueryView query={query} skeleton={skeleton} errorText={errorOf(query.error)}>
      {(page) => <ReportCase {...page} />}
    </QueryView>
  );
}

function RequestPage({ id }: { id: number }) {
  const query = trpc.desk.cases.request.useQuery({ id }, settings);
  return (
    <QueryView query={query} skeleton={skeleton} errorText={errorOf(query.error)}>
      {(page) => <RequestCase {...page} />}
    </QueryView>
  );
}

const errorOf = (error: unknown) => failureText(error, m.loadFailed());

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
  const [said, setSaid] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<'approve' | 'decline' | null>(null);
  const [reason, setReason] = useState('');
  const [isDeclining, setIsDeclining] = useState(false);
  async function decide(how: 'approve' | 'decline', decision: () => Promise<string>) {
    setBusy(how);
    setFailure(null);
    try {
      setSaid(await decision());
      void deskQueries.invalidateQueries({ predicate: ({ queryKey }) => !isRequest(queryKey) });
    } catch (error) {
      setFailure(sayFailure(readFailure(error), deskFallbacks));
    } finally {
      setBusy(null);
    }
  }
  const approve = () =>
    decide('approve', async () => {
      const answer = await deskRpc.desk.requests.approve.mutate({ requestId: id });
      return answer.said;
    });
  const decline = (event: FormEvent) => {
    event.preventDefault();
    void decide('decline', async () => {
      await deskRpc.desk.requests.decline.mutate({ requestId: id, reason });
      return m.deskDeclined({ id });
    });
  };
  if (said)
    return (
      <Notice type="success" className="mt-4 break-words">
        {said}
      </Notice>
    );
  const refusal = isAllowed ? (isOwn ? m.deskOwnRequest() : undefined) : m.deskRoleRefused();
  return (
    <div className="mt-4 grid gap-3">
      <FormBanner text={failure} />
      <div className="flex flex-wrap items-start gap-2">
        <Button isBusy={busy === 'approve'} disabledReason={refusal} onClick={approve}>
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
