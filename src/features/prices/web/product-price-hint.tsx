import { useWatch } from 'react-hook-form';
import { AskedHint } from '#features/prices/web/asked-hint.tsx';
import type { Unit } from '#features/products/rules/product.ts';
import { parseDecimal } from '#platform/rules/decimal.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { useSettled } from '#platform/web/ui/browser/use-settled.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { useCrop } from './crop-line.tsx';
import type { ProductFormApi } from './product-values.ts';

type PriceHintProps = { form: ProductFormApi; product: OwnProduct | null; unit: Unit };

/** The asked prices of the crop in the farmer's county, once the crop is known. */
export function PriceHint({ form: { control, setValue }, product, unit }: PriceHintProps) {
  const [typed, chosen, weight] = useWatch({ control, name: ['name', 'crop', 'netWeightKg'] });
  const name = useSettled(typed.trim());
  const crop = useCrop({ chosen, name, product });
  const { data: profile } = trpc.farmer.profile.useQuery(undefined, {
    enabled: Boolean(crop),
    retry: false,
  });
  if (!crop || !profile) return null;
  return (
    <div className="col-span-2">
      <AskedHint
        crop={crop.id}
        county={profile.county}
        isNear
        unit={unit}
        weightKg={parseDecimal(weight) ?? null}
        onTake={(price) =>
          setValue('price', String(price), {
            shouldDirty: true,
            shouldTouch: true,
            shouldValidate: true,
          })
        }
      />
    </div>
  );
}
