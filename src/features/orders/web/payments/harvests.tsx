import { Sprout } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type DeclareHarvest as Declared, declareHarvestInput } from '#orders/rules/order-input.ts';
import { productNameText, quantityText, unitLabels } from '#products/rules/product-texts.ts';
import { preOrderText } from '#products/web/catalogue/offer.tsx';
import type { OwnProduct } from '#products/web/use-own-products.ts';
import { parseDecimal } from '#rules/amounts.ts';
import { m } from '#text';
import { FormDialog } from '#ui/dialog.tsx';
import { Button, Card } from '#ui/elements.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf, showFailure, typedResolver } from '#ui/form-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';

export function Harvests({ products }: { products: readonly OwnProduct[] }) {
  const [declared, setDeclared] = useState<OwnProduct | null>(null);
  const announced = products.filter(({ depositPercent }) => depositPercent);
  return (
    <Card className="mb-4 p-4!">
      <h2 className="mb-1 flex items-center gap-2 font-bold text-lg">
        <Sprout className="size-5 text-leaf" />
        {m.harvestsTitle()}
      </h2>
      <ul className="divide-y divide-line">
        {announced.map((product) => (
          <Announced key={product.id} product={product} onDeclare={() => setDeclared(product)} />
        ))}
      </ul>
      {declared && <DeclareHarvest product={declared} onClose={() => setDeclared(null)} />}
    </Card>
  );
}

function Announced({ product, onDeclare }: { product: OwnProduct; onDeclare: () => void }) {
  const { id, harvestDate, unit } = product;
  const waiting = trpc.farmer.orders.preOrders.useQuery({ productId: id }).data;
  const name = productNameText(product);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-[1_1_12rem]">
        <p className="font-semibold leading-snug">{name}</p>
        <p className="text-muted text-sm">
          {harvestDate && preOrderText(harvestDate)}
          {waiting &&
            `. ${m.harvestReserved({ quantity: quantityText(waiting.reserved, unit), count: waiting.count })}`}
        </p>
      </div>
      <Button size="small" aria-label={`${m.harvestDeclare()}: ${name}`} onClick={onDeclare}>
        {m.harvestDeclare()}
      </Button>
    </li>
  );
}

type Values = { productId: number; quantity: string };

const resolver = typedResolver<Values, typeof declareHarvestInput>(
  declareHarvestInput,
  ({ quantity, productId }) => ({ productId, quantity: parseDecimal(quantity) }),
);
const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

export function DeclareHarvest({ product, onClose }: { product: OwnProduct; onClose: () => void }) {
  const cache = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  const waiting = trpc.farmer.orders.preOrders.useQuery({ productId: product.id }).data;
  const declare = trpc.farmer.orders.declareHarvest.useMutation();
  const form = useForm<Values, unknown, Declared>({
    resolver,
    defaultValues: { productId: product.id, quantity: '' },
  });
  const submit = form.handleSubmit(async (input) => {
    try {
      const { full, part, none } = await declare.mutateAsync(input);
      showToast('success', m.harvestDone({ full, part, none }));
      onClose();
    } catch (error) {
      setBanner(showFailure(form, ['quantity'], { failure: readFailure(error), fallbacks }));
    }
    await Promise.all([
      cache.farmer.products.list.invalidate(),
      cache.farmer.orders.invalidate(),
      cache.farmer.overview.invalidate(),
    ]);
  });
  return (
    <FormDialog
      title={m.harvestTitle({ name: productNameText(product) })}
      submitLabel={m.harvestDeclare()}
      isBusy={form.formState.isSubmitting}
      onSubmit={submit}
      onChange={() => setBanner(null)}
      banner={banner}
      onClose={onClose}
    >
      {waiting && (
        <p className="font-semibold">
          {m.harvestReserved({
            quantity: quantityText(waiting.reserved, product.unit),
            count: waiting.count,
          })}
        </p>
      )}
      <p className="text-muted">{m.harvestMeaning()}</p>
      <TextField
        label={m.harvestQuantity({ unit: unitLabels[product.unit]() })}
        hint={m.harvestQuantityHint()}
        inputMode="decimal"
        autoComplete="off"
        {...fieldOf(form, 'quantity')}
      />
    </FormDialog>
  );
}
