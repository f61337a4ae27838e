import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { Picture } from '#photos/web/picture.tsx';
import { m } from '#text';
import { lazy } from '#ui/browser/lazy.tsx';
import { Badge } from '#ui/feedback/badge.tsx';
import { Skeleton } from '#ui/feedback/loading.tsx';
import { EmptyState, QueryView } from '#ui/feedback/query-view.tsx';
import { Button, buttonClass } from '#ui/form/button.tsx';
import { readFailure } from '#web/client/rpc.ts';
import { trpc } from '#web/client/trpc.ts';
import { useSessionRole } from '#web/session/session.ts';
import { Container } from '#web/shell/page-frame.tsx';
import { pointText } from '../rules/lot.ts';
import {
  FarmersRides,
  LotList,
  LotProgress,
  LotTerms,
  lotStatusTexts,
  lotTitle,
  type ShownLot,
} from './lot-parts.tsx';
import { MemberShares, ShareForm } from './share-form.tsx';

const page = { skeleton: <Skeleton className="h-72 rounded-card!" /> };
const LazyAskForm = lazy(() => import('./ask-form.tsx'), 'AskForm');

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
  const { data } = trpc.buyer.lots.list.useQuery();
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
  const query = trpc.market.lots.list.useQuery({});
  const own = trpc.buyer.lots.list.useQuery(undefined, { enabled: isBuyer }).data;
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
  const query = trpc.farmer.lots.list.useQuery();
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

const LazyBuyersParts = lazy(() => import('./buyers-lot.tsx'), 'BuyersParts');

export function LotPage({ lotId }: { lotId: number }) {
  const role = useSessionRole();
  return (
    <main id="main" className="pt-4 pb-24 sm:pt-6 sm:pb-12">
      <Container>
        <Link
          to="/lots"
          className="link mb-2 inline-flex min-h-11 items-center font-semibold print:hidden"
        >
          {m.lotsTitle()}
        </Link>
        {role === 'farmer' ? (
          <FarmersView lotId={lotId} />
        ) : role === 'buyer' ? (
          <BuyersView lotId={lotId} />
        ) : (
          <VisitorsView lotId={lotId} />
        )}
      </Container>
    </main>
  );
}

function FarmersView({ lotId }: { lotId: number }) {
  const query = trpc.farmer.lots.get.useQuery({ lotId });
  return (
    <QueryView {...page} query={query} errorText={m.loadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          <ShareForm key={`${lot.shares[0]?.status} ${lot.shares[0]?.quantity}`} lot={lot} />
          <FarmersRides lot={lot} />
        </Lot>
      )}
    </QueryView>
  );
}

/** Other buyers' lots look as they do to visitors, also offline. */
function BuyersView({ lotId }: { lotId: number }) {
  const query = trpc.buyer.lots.get.useQuery({ lotId });
  if ((query.isPaused && !query.data) || readFailure(query.error).code === 'LOT_NOT_FOUND')
    return <VisitorsView lotId={lotId} />;
  return (
    <QueryView {...page} query={query} errorText={m.loadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          <LazyBuyersParts lot={lot} />
        </Lot>
      )}
    </QueryView>
  );
}

function VisitorsView({ lotId }: { lotId: number }) {
  const query = trpc.market.lots.get.useQuery({ lotId });
  const role = useSessionRole();
  return (
    <QueryView {...page} query={query} errorText={m.loadFailed()}>
      {(lot) => (
        <Lot lot={lot}>
          {!role && (
            <Link
              to="/loginF"
              search={{ redirect: `/lots/${lotId}` }}
              className={buttonClass({ variant: 'secondary' })}
            >
              {m.lotVisitor()}
            </Link>
          )}
        </Lot>
      )}
    </QueryView>
  );
}

function Lot({ lot, children }: { lot: ShownLot; children: React.ReactNode }) {
  const role = useSessionRole();
  return (
    <div className="grid gap-4 lg:grid-cols-2 lg:grid-rows-[auto_1fr] lg:gap-x-8">
      <div className="grid content-start gap-4">
        <header className="grid gap-1">
          <p className="text-muted text-sm">{m.lotNumber({ id: lot.id })}</p>
          <h1 tabIndex={-1} className="wrap-anywhere font-extrabold text-2xl sm:text-3xl">
            {lotTitle(lot)}
          </h1>
          <LotTerms lot={lot} />
          {!lot.isOpen && (
            <p>
              <Badge tone="maize">{lotStatusTexts[lot.status]()}</Badge>
            </p>
          )}
          {lot.photo && (
            <Picture
              photo={lot.photo}
              sizes="(min-width: 40rem) 36rem, 100vw"
              alt={m.lotPhoto()}
              className="max-h-80 rounded-card"
            />
          )}
          {lot.quality && <p className="wrap-anywhere max-w-prose">{lot.quality}</p>}
        </header>
        {['open', 'closed'].includes(lot.status) && <LotProgress lot={lot} />}
      </div>
      <div className="grid content-start gap-4 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {children}
        {role && <MemberShares lotId={lot.id} />}
      </div>
      <section>
        <h2 className="mb-1 font-bold text-lg">{m.lotPoints()}</h2>
        <ul>
          {lot.points.map((point) => (
            <li key={point.id} className="wrap-anywhere">
              {pointText(point)}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
