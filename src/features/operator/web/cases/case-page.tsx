import type { OpenCase } from '#features/operator/web/desk-search.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { AccountCase } from './account-case.tsx';
import { OrderCase } from './order-case.tsx';
import { ReportCase } from './report-case.tsx';
import { RequestCase } from './request-case.tsx';

const skeleton = <Skeleton className="h-96 w-full" />;

/** A case: its history, and the choices with their effects. */
export function CasePageView({ open: { page, id } }: { open: OpenCase }) {
  switch (page) {
    case 'order':
      return <OrderPage id={id} />;
    case 'account':
      return <AccountPage id={id} />;
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

const errorOf = (error: unknown) => failureText(error, m.deskLoadFailed());
