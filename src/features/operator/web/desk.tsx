import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { DisclosureMenu } from '#ui/disclosure-menu.tsx';
import { Button, buttonClass, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, QueryView } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsWide } from '#ui/screen-state.ts';
import { Container, PageHeader } from '#web/page-frame.tsx';
import { trpc } from '#web/trpc.ts';
import { roleText } from '../rules/desk-texts.ts';
import { OrderRow, Queue } from './cases/case-lists.tsx';
import { CasePageView } from './cases/case-page.tsx';
import { LotRow } from './cases/lot-case.tsx';
import {
  type DeskTab,
  deskQueries,
  deskRpc,
  keepDeskDevice,
  keepDeskName,
  leaveDesk,
  readDeskName,
  readDeskToken,
  useDeskSearch,
  useDeskSession,
} from './desk-client.ts';
import { RowButton, RowList, TabPanel, Tabs } from './desk-parts.tsx';
import { forgetCachedVisits } from './visits/cached-visits.ts';

export function CasesTab() {
  const { open, find, go } = useDeskSearch();
  const isWide = useIsWide('xl');
  const list = (
    <section aria-label={m.deskTabCases()} className="grid min-w-0 content-start gap-3">
      <SearchForm key={find} />
      {find ? <FoundList text={find} /> : <Queue />}
    </section>
  );
  const page = open && (
    <section aria-label={m.deskCase()} className="min-w-0">
      {!isWide && (
        <Button variant="quiet" size="small" onClick={() => go({ open: null })}>
          <span aria-hidden="true">←</span> {m.deskBack()}
        </Button>
      )}
      <CasePageView key={`${open.page}-${open.id}`} open={open} />
    </section>
  );
  if (!isWide) return page ?? list;
  return (
    <div className={page ? 'grid grid-cols-[22rem_minmax(0,1fr)] gap-5' : 'max-w-prose'}>
      {list}
      {page}
    </div>
  );
}

function SearchForm() {
  const { find, go } = useDeskSearch();
  const [text, setText] = useState(find);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    go({ find: text.trim(), open: null });
  };
  return (
    <form onSubmit={submit} className="flex items-end gap-2">
      <TextField
        className="min-w-0 flex-1"
        label={m.deskSearch()}
        type="search"
        maxLength={80}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="secondary">
        {m.placeSearchButton()}
      </Button>
    </form>
  );
}

const pending = <Skeleton className="h-64 w-full" />;
const StatementTab = lazy(() => import('./tabs/statement-tab.tsx'), 'StatementTab', pending);
const FiguresTab = lazy(() => import('./tabs/figures-tab.tsx'), 'FiguresTab', pending);
const LogTab = lazy(() => import('./tabs/operators-tabs.tsx'), 'LogTab', pending);
const PeopleTab = lazy(() => import('./tabs/operators-tabs.tsx'), 'PeopleTab', pending);
const VisitsTab = lazy(() => import('./visits/visits-tab.tsx'), 'VisitsTab', pending);
const PayoutsTab = lazy(() => import('./tabs/payouts-tab.tsx'), 'PayoutsTab', pending);
const ServerTab = lazy(() => import('./tabs/server-tab.tsx'), 'ServerTab', pending);
const PendingVisits = lazy(() => import('./visits/pending-visits.tsx'), 'PendingVisits');

const tabs: Record<DeskTab, { label: () => string; Tab: () => React.ReactNode }> = {
  cases: { label: m.deskTabCases, Tab: () => <CasesTab /> },
  payouts: { label: m.deskTabPayouts, Tab: () => <PayoutsTab /> },
  visits: { label: m.deskTabVisits, Tab: () => <VisitsTab /> },
  statement: { label: m.deskTabStatement, Tab: () => <StatementTab /> },
  figures: { label: m.deskTabFigures, Tab: () => <FiguresTab /> },
  log: { label: m.deskTabLog, Tab: () => <LogTab /> },
  people: { label: m.deskTabPeople, Tab: () => <PeopleTab /> },
  server: { label: m.deskTabServer, Tab: () => <ServerTab /> },
};

const ofLeads: readonly DeskTab[] = ['people', 'server'];
const frequent: readonly DeskTab[] = ['cases', 'payouts', 'visits'];

export function Desk() {
  const { tab, go } = useDeskSearch();
  const me = trpc.desk.entry.me.useQuery();
  // Leads look after the accounts, and after the market as one.
  const shown = (Object.keys(tabs) as DeskTab[]).filter(
    (one) => !ofLeads.includes(one) || me.data?.role === 'lead',
  );
  const isInRow = (id: DeskTab) => id === tab || frequent.includes(id);
  const openTab = (id: DeskTab) => go({ tab: id, open: null, find: '' });
  const { Tab } = tabs[tab];
  useEffect(() => {
    document.title = `${tabs[tab].label()} – SokoShamba`;
  }, [tab]);
  const { token } = useDeskSession();
  useEffect(() => {
    if (token) startVisits(token).catch(ignore);
  }, [token]);
  const logOut = () => {
    void deskRpc.desk.entry.logOut.mutate().catch(() => {});
    deskQueries.clear();
    forgetCachedVisits();
    leaveDesk();
  };
  return (
    <>
      <PageHeader
        identity={
          <p className="min-w-0 truncate text-sm">
            <span className="font-bold">{me.data?.name}</span>{' '}
            <span className="text-muted">{me.data && roleText(me.data.role)}</span>
          </p>
        }
      >
        <Button variant="quiet" size="small" onClick={logOut}>
          {m.logoutButton()}
        </Button>
      </PageHeader>
      <main id="main" className="flex-1 py-4">
        <Container>
          <h1 tabIndex={-1} className="sr-only">
            {m.deskTitle()}
          </h1>
          <PendingVisits />
          <div className="flex items-center gap-1">
            <div className="min-w-0 flex-1">
              <Tabs
                label={m.deskTitle()}
                tabs={shown.filter(isInRow).map((id) => ({ id, label: tabs[id].label() }))}
                active={tab}
                onChange={openTab}
              />
            </div>
            <DisclosureMenu
              button={
                <>
                  {m.farmTabMore()}{' '}
                  <span aria-hidden="true" className="max-sm:hidden">
                    ▾
                  </span>
                </>
              }
              buttonClassName={`${buttonClass({ variant: 'quiet', size: 'small' })} max-sm:px-2!`}
              panelClassName="right-0 mt-2 grid w-52"
            >
              {shown
                .filter((id) => !isInRow(id))
                .map((id) => (
                  <Button
                    key={id}
                    variant="quiet"
                    className="justify-start!"
                    onClick={() => openTab(id)}
                  >
                    {tabs[id].label()}
                  </Button>
                ))}
            </DisclosureMenu>
          </div>
          <TabPanel id={tab} className="mt-4">
            <Tab />
          </TabPanel>
        </Container>
      </main>
    </>
  );
}

async function startVisits(token: string): Promise<void> {
  // Known after a reload, which may be offline.
  const name = readDeskName() ?? (await nameOf(token));
  if (readDeskToken() !== token) return;
  keepDeskName(name);
  const { startVisitQueue } = await import('./visits/pending-visits.tsx');
  await startVisitQueue(name);
}

const nameOf = async (token: string): Promise<string> => {
  const queryFn = () => deskRpc.desk.entry.me.query();
  const queryKey = ['operator of', token];
  const me = await deskQueries.fetchQuery({ queryKey, queryFn, retry: 2 });
  keepDeskDevice(me.deviceToken);
  return me.name;
};

const ignore = () => {};

function FoundList({ text }: { text: string }) {
  const { open, go } = useDeskSearch();
  const { client } = trpc.useUtils();
  const found = useQuery({
    queryKey: ['found', text],
    queryFn: () => client.desk.cases.search.mutate({ text }),
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        onClick={() => go({ find: '', open: null })}
      >
        {m.deskAllCases()}
      </Button>
      <QueryView query={found} skeleton={<Skeleton className="h-40 w-full" />}>
        {({ orders, accounts, lot }) =>
          !lot && orders.length + accounts.length === 0 ? (
            <EmptyState picture="search" title={m.deskFoundNothing()} text={m.deskSearch()} />
          ) : (
            <RowList>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} />
              ))}
              {lot && <LotRow lot={lot} />}
              {accounts.map(({ id, role, firstName, lastName, farmName, ...account }) => (
                <RowButton
                  key={id}
                  isOpen={open?.page === 'account' && open.id === id}
                  onClick={() => go({ open: { page: 'account', id } })}
                  first={
                    <>
                      <span className="wrap-anywhere font-semibold">
                        {firstName} {lastName}
                      </span>
                      {account.suspendedAt && <Badge tone="soil">{m.deskSuspendedBadge()}</Badge>}
                    </>
                  }
                  second={[farmName, phoneText(account.phoneNumber ?? ''), account.email]
                    .filter(Boolean)
                    .join(' · ')}
                  figure=""
                  note={role === 'farmer' ? m.deskFarmer() : m.orderColumnBuyer()}
                />
              ))}
            </RowList>
          )
        }
      </QueryView>
    </>
  );
}
