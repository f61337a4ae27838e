import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { m } from '#text';
import { flagNames, type ProductFlag } from '../rules/product-flags.ts';

type FlagTexts = { label: () => string; badge: () => string; filter: () => string };

export const flagTexts: Record<ProductFlag, FlagTexts> = {
  isOrganic: { label: m.productOrganicLabel, badge: m.organicBadge, filter: m.filterOrganic },
};

export const FlagBadges = ({ product }: { product: Record<ProductFlag, boolean> }) =>
  flagNames.map(
    (flag) =>
      product[flag] && (
        <Badge key={flag} tone="maize">
          {flagTexts[flag].badge()}
        </Badge>
      ),
  );
