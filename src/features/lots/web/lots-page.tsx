import { type ComponentProps, useState } from 'react';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { EmptyState, QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { m } from '#text';
import { LotList } from './lot-card.tsx';
import { options } from './use-lots.ts';

const page = { skeleton: <Skeleton className="h-72 rounded-card!" /> };
const LazyAskForm = lazy(() => import('./ask-form.tsx').then(({ AskForm }) => AskForm), null);

/** Farmers see what is near them, buyers their own lots as well. */
export function LotsPage() {
  const role = useSessionRole();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <main id="main" className="pt-4 pb-24 sm:pt-6 sm:pb-12">
      <Container>
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <div>
            <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
              {m.lotsTitle()}
            </h1>
            <p className="max-w-prose text-muted">{m.lotsLead()}</p>
          </div>
          {role === 'buyer' && <Button onClick={() => setIsAsking(true)}>{m.lotAsk()}</Button>}
        </div>
        {role === 'buyer' && <OwnLots />}
        {role === 'farmer' ? <LotsNearby /> : <OpenLots isBuyer={role === 'buyer'} />}
      </Container>
      {isAsking && <LazyAskForm onClose={() => setIsAsking(false)} />}
    </main>
  );
}

function OwnLots() {
  const { data } = trpc.buyer.lots.list.useQuery(undefined, options);
  if (!data || data.lots.length === 0) return null;
  return (
    <section className="mb-8">
      <h2 className="mb-3 font-bold text-xl">{m.lotsOwn()}</h2>
      <LotList lots={data.lots} />
    </section>
  );
}

/** A buyer's own lots are above. */
function OpenLots({ isBuyer }: { isBuyer: boolean }) {
  const query = trpc.market.lots.list.useQuery({}, options);
  const own = trpc.buyer.lots.list.useQuery(undefined, { ...options, enabled: isBuyer }).data;
  const isOwn = (id: number) => own?.lots.some((lot) => lot.id === id);
  return (
    <QueryView {...page} query={query} errorText={m.loadFailed()}>
      {({ lots }) => {
        const others = lots.filter(({ id }) => !isOwn(id));
        return others.length === 0 && own?.lots.length ? null : <Lots lots={others} />;
      }}
    </QueryView>
  );
}

function LotsNearby() {
  const query = trpc.farmer.lots.list.useQuery(undefined, options);
  return (
    <QueryView {...page} query={query} errorText={m.loadFailed()}>
      {({ lots }) => <Lots lots={lots} />}
    </QueryView>
  );
}

const Lots = ({ lots }: ComponentProps<typeof LotList>) =>
  lots.length === 0 ? (
    <EmptyState picture="orders" title={m.lotsNone()} />
  ) : (
    <section>
      <h2 className="mb-3 font-bold text-xl">{m.lotsOpen()}</h2>
      <LotList lots={lots} />
    </section>
  );
