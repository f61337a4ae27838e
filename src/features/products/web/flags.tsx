import { m } from '#text';
import { Badge } from '#ui/feedback/badge.tsx';
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
