import { BULK_LINES_MAX } from '#shared/limits.ts';
import { m } from '#shared/text/compiled/messages.js';
import { trpc } from '#web/app/client/trpc.ts';
import { useCachedQuantities } from '#web/features/products/use-cached-quantities.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { figureText } from '#web/ui/format/product-texts.ts';

export type QuantityLine = { productId: number; quantity: number; quantitySeen: number };
type Refused = { outcome: 'notFound' | 'repeated' } | { outcome: 'changed'; quantity: number };
type Result = { productId: number } & ({ outcome: 'saved'; quantity: number } | Refused);
type Send = (input: { lines: QuantityLine[] }) => Promise<Result[]>;

/**
 * By product: the quantities that are now stored, messages for those that were refused, and the newer figures in those refusals.
 * `error` is what ended the saving early, or null.
 */
type SavedQuantities = {
  saved: Map<number, number>;
  refused: Record<string, string>;
  figures: Map<number, number>;
  error: unknown;
};

/** Stores many quantities, updates the list of products, and says how many were stored. The caller shows the failures. */
export function useSaveQuantities() {
  const { farmer } = trpc.useUtils();
  const putIntoList = useCachedQuantities();
  const { mutateAsync, isPending } = trpc.farmer.products.setQuantities.useMutation();

  async function save(lines: readonly QuantityLine[]): Promise<SavedQuantities> {
    const outcome = await sendAll(lines, mutateAsync);
    const { saved, refused } = outcome;
    putIntoList(saved);
    if (saved.size > 0) showToast('success', m.bulkSaved({ count: saved.size }));
    // A product that was refused has changed meanwhile, or is gone.
    if (Object.keys(refused).length > 0) void farmer.products.list.invalidate();
    return outcome;
  }

  return { save, isSaving: isPending };
}

/** Sends as many at once as the server accepts. A failed call ends it; what was saved before stays saved. */
async function sendAll(lines: readonly QuantityLine[], send: Send): Promise<SavedQuantities> {
  const saved = new Map<number, number>();
  const refused: Record<string, string> = {};
  const figures = new Map<number, number>();
  try {
    for (let at = 0; at < lines.length; at += BULK_LINES_MAX) {
      for (const result of await send({ lines: lines.slice(at, at + BULK_LINES_MAX) })) {
        if (result.outcome === 'saved') saved.set(result.productId, result.quantity);
        else refused[result.productId] = refusalText(result);
        if (result.outcome === 'changed') figures.set(result.productId, result.quantity);
      }
    }
  } catch (error) {
    return { saved, refused, figures, error };
  }
  return { saved, refused, figures, error: null };
}

function refusalText(result: Refused): string {
  if (result.outcome === 'changed') return m.errorQuantityChanged({ quantity: figureText(result.quantity) });
  return result.outcome === 'notFound' ? m.errorProductNotFound() : m.csvRepeated();
}
