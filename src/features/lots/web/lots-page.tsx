import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Picture } from '#photos/web/picture.tsx';
import { m } from '#text';
import { Button, buttonClass, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, QueryView } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { Container } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';
import { isUndecided, pointText } from '../rules/lot.ts';
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

const skeleton = <Skeleton className="h-72 rounded-card!" />;
const LazyAskForm = lazy(() => import('./ask-form.tsx'), 'AskForm');
const LazyBuyersParts = lazy(() => import('./buyers-lot.tsx'), 'BuyersParts');

const Page = ({ children }: { children: React.ReactNode }) => (
  <main id="main" className="pt-4 pb-24 sm:pt-6 sm:pb-12">
    <Container>{children}</Container>
  </main>
);

/** Farmers see what is near them, buyers their own lots as well. */
export function LotsPage() {
  const role = useSessionRole();
  const [isAsking, setIsAsking] = useState(false);
  const near = trpc.farmer.lots.list.useQuery(undefined, { enabled: role === 'farmer' });
  const open = trpc.market.lots.list.useQuery({}, { enabled: role !== 'farmer' });
  const own = trpc.buyer.lots.list.useQuery(undefined, { enabled: role === 'buyer' }).data?.lots;
  return (
    <Page>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <div>
          <h1 tabIndex={-1} className="font-extrabold text-2xl sm:text-3xl">
            {m.lotsTitle()}
          </h1>
          <p className="max-w-prose text-muted">{m.lotsLead()}</p>
        </div>
        {role === 'buyer' && <Button onClick={() => setIsAsking(true)}>{m.lotAsk()}</Button>}
      </div>
      <Lots title={m.lotsOwn()} lots={own} />
      <QueryView query={role === 'farmer' ? near : open} skeleton={skeleton}>
        {({ lots }) => {
          const others = lots.filter(({ id }) => !own?.some((lot) => lot.id === id));
          return others.length > 0 || own?.length ? (
            <Lots title={m.lotsOpen()} lots={others} />
          ) : (
            <EmptyState picture="orders" title={m.lotsNone()} />
          );
        }}
      </QueryView>
      {isAsking && <LazyAskForm onClose={() => setIsAsking(false)} />}
    </Page>
  );
}

const Lots = ({ title, lots }: { title: string; lots: readonly ShownLot[] | undefined }) =>
  lots &&
  lots.length > 0 && (
    <section className="mb-8">
      <h2 className="mb-3 font-bold text-xl">{title}</h2>
      <LotList lots={lots} />
    </section>
  );

export function LotPage({ lotId }: { lotId: number }) {
  const role = useSessionRole();
  const nearby = trpc.farmer.lots.get.useQuery({ lotId }, { enabled: role === 'farmer' });
  const own = trpc.buyer.lots.get.useQuery({ lotId }, { enabled: role === 'buyer' });
  // Other buyers' lots look as they do to visitors, also offline.
  const isOwn =
    role === 'buyer' &&
    (own.data || !own.isPaused) &&
    readFailure(own.error).code !== 'LOT_NOT_FOUND';
  const isOpen = role !== 'farmer' && !isOwn;
  const open = trpc.market.lots.get.useQuery({ lotId }, { enabled: isOpen });
  return (
    <Page>
      <Link
        to="/lots"
        className="mb-2 inline-flex min-h-11 items-center gap-2 font-semibold text-leaf no-underline hover:underline print:hidden"
      >
        <ArrowLeft className="size-5" />
        {m.lotsTitle()}
      </Link>
      <QueryView<ShownLot> query={isOpen ? open : isOwn ? own : nearby} skeleton={skeleton}>
        {(lot) => (
          <Lot lot={lot}>
            {role === 'farmer' && (
              <>
                <ShareForm key={`${lot.shares[0]?.status} ${lot.shares[0]?.quantity}`} lot={lot} />
                <FarmersRides lot={lot} />
              </>
            )}
            {isOwn && <LazyBuyersParts lot={lot} />}
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
    </Page>
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
        {isUndecided(lot) && <LotProgress lot={lot} />}
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
