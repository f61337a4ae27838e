import { useWatch } from 'react-hook-form';
import { useCrop } from '#products/web/own/crop-line.tsx';
import type { PriceHintProps } from '#products/web/own/product-fields.tsx';
import { parseDecimal } from '#rules/amounts.ts';
import { useSettled } from '#ui/browser/timers.ts';
import { trpc } from '#web/trpc.ts';
import { AskedHint } from './asked-hint.tsx';

export function ProductPriceHint({
  form: { control, setValue },
  product,
  unit,
  onMarketPrice,
}: PriceHintProps) {
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
        onMedian={onMarketPrice}
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
