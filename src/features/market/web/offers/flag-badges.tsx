import { flagNames, type ProductFlag } from '#features/products/rules/product-flags.ts';
import { flagTexts } from '#features/products/web/flag-texts.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';

/** What the farmer says of a product. */
export const FlagBadges = ({ product }: { product: Record<ProductFlag, boolean> }) =>
  flagNames.map(
    (flag) =>
      product[flag] && (
        <Badge key={flag} tone="maize">
          {flagTexts[flag].badge()}
        </Badge>
      ),
  );
