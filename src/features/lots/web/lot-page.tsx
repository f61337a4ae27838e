import { Link } from '@tanstack/react-router';
import { Picture } from '#photos/web/picture.tsx';
import { readFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSessionRole } from '#platform/web/session/session.ts';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Skeleton } from '#platform/web/ui/feedback/loading.tsx';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { buttonClass } from '#platform/web/ui/form/button.tsx';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { m } from '#text';
import { pointText } from '../rules/lot.ts';
import { LotProgress, LotTerms } from './lot-card.tsx';
import { MemberShares } from './share-form.tsx';
import { FarmersRides } from './rides.tsx';
import { ShareForm } from './share-form.tsx';
import { lotStatusTexts, lotTitle, options, type ShownLot } from './use-lots.ts';

const LazyBuyersParts = lazy(
  () => import('./buyers-lot.tsx').then(({ BuyersParts }) => BuyersParts),
  null,
);

export function LotPage({ lotId }: { lotId: number }) {
  const role = useSessionRole();
  return (
    <main id="main" className="pt-4 pb-24 sm:pt-6 sm:pb-12">
      <Container width="form">
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

const page = { skeleton: <Skeleton className="h-72 rounded-card!" /> };

function FarmersView({ lotId }: { lotId: number }) {
  const query = trpc.farmer.lots.get.useQuery({ lotId }, options);
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
  const query = trpc.buyer.lots.get.useQuery({ lotId }, options);
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
  const query = trpc.market.lots.get.useQuery({ lotId }, options);
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
    <div className="grid gap-4">
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
      <LotProgress lot={lot} />
      {children}
      {role && <MemberShares lotId={lot.id} />}
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
