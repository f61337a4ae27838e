import { Link } from '@tanstack/react-router';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { m } from '#text';
import { CardIcon } from '../offers/product-card.tsx';

export function BadgeMeanings() {
  return (
    <div className="grid justify-items-start gap-3">
      <dl aria-label={m.badgesMeaning()} className="grid gap-3 text-muted text-sm sm:grid-cols-3">
        <div className="grid justify-items-start gap-1">
          <dt>
            <Badge icon={<CardIcon name="visited" />}>{m.visitedBadge()}</Badge>
          </dt>
          <dd>{m.visitedMeaning()}</dd>
        </div>
        <div className="grid justify-items-start gap-1">
          <dt>
            <Badge icon={<CardIcon name="verified" />}>{m.verifiedFarmBadge()}</Badge>
          </dt>
          <dd>{m.verifiedFarmMeaning()}</dd>
        </div>
        <div className="grid justify-items-start gap-1">
          <dt>
            <Badge tone="sky" icon={<CardIcon name="camera" />}>
              {m.photographedBadge()}
            </Badge>
          </dt>
          <dd>{m.photographedMeaning()}</dd>
        </div>
      </dl>
      <Link to="/prices" className="link inline-flex min-h-11 items-center text-sm">
        {m.marketPricesLink()}
      </Link>
    </div>
  );
}
