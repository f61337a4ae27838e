import { useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import {
  type CreateProduct,
  createProductInput,
  type EditProduct,
} from '#features/products/rules/product.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { readFailure } from '#platform/web/client/failure.ts';
import { createIdempotencyKey } from '#platform/web/client/idempotency-key.ts';
import { showFailure } from '#platform/web/client/show-failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { sayKept, sendOrKeep } from '#platform/web/offline/lazy-queue.ts';
import { readUser } from '#platform/web/session/session.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import { useDraft } from '#platform/web/ui/form/use-draft.ts';
import type { OwnProduct } from '../use-own-products.ts';
import { emptyProduct, inputOf, type ProductValues, valuesOf } from './product-values.ts';
import { useFreshQuantity } from './use-cached-quantities.ts';
import { useCheapPrice } from './use-cheap-price.ts';
import {
  type KeptPhotos,
  type PhotoProblem,
  photoProblemText,
  useProductPhotos,
} from './use-product-photos.ts';

const resolver = typedResolver<ProductValues, typeof createProductInput>(
  createProductInput,
  inputOf,
);
const fields = Object.keys(emptyProduct) as (keyof ProductValues)[];
const nothing: string[] = [];

const addFallbacks = { failed: m.productAddFailed, connectionLost: m.productAddFailed };
const editFallbacks = { failed: m.productEditFailed, connectionLost: m.productEditFailed };

const loadWaiting = () => import('./waiting-product.ts');

type ProductFormOptions = {
  /** The product being edited; null for a new one. */
  product: OwnProduct | null;
  onDone: () => void;
};

/** Adds or edits a product: the photos are sent first, then the product in one request. */
export function useProductForm({ product, onDone }: ProductFormOptions) {
  const { farmer, client } = trpc.useUtils();
  const [banner, setBanner] = useState<string | null>(null);
  /** The quantity when the form was opened, or the newer one after a refusal. */
  const [quantitySeen, setQuantitySeen] = useState(product?.quantity);
  const findQuantity = useFreshQuantity();
  const requestKey = useRequestKey();
  const form = useForm<ProductValues, unknown, CreateProduct>({
    resolver,
    mode: 'onTouched',
    // The photos come before the fields, so this hook decides where the focus goes.
    shouldFocusError: false,
    defaultValues: product ? valuesOf(product) : emptyProduct,
  });
  const clearForm = useDraft(form, { name: `product:${product?.id ?? 'new'}`, without: nothing });
  const photos = useProductPhotos(product);
  // Loaded early, because it could not be loaded offline.
  useEffect(() => void loadWaiting().catch(() => {}), []);
  const cheap = useCheapPrice(product);
  const photosElement = useRef<HTMLFieldSetElement>(null);
  const [photoProblem, setPhotoProblem] = useState<PhotoProblem | null>(null);
  const photoSentence = photoProblemText(photoProblem, photos.photos);

  function showPhotoProblem(problem: PhotoProblem) {
    setPhotoProblem(problem);
    // After the problem has been rendered. Focusing an element also scrolls to it.
    requestAnimationFrame(() =>
      photosElement.current?.querySelector<HTMLElement>('[data-mends-photos]')?.focus(),
    );
  }

  function refuse(errors: FieldErrors<ProductValues>) {
    const first = fields.find((field) => errors[field]);
    if (photos.isMissing()) showPhotoProblem('missing');
    else if (first) form.setFocus(first);
  }

  /**
   * Saves an edit whose photos are all on the server. Offline, the edit becomes a pending change.
   * @returns whether it is pending
   */
  async function saveEdit(input: EditProduct): Promise<boolean> {
    const { productId, name } = input;
    const entry = { kind: 'editProduct', subject: `product:${productId}`, input, parts: { name } };
    const done = await sendOrKeep(entry, (options) =>
      client.farmer.products.edit.mutate(input, options),
    );
    if (done.outcome === 'kept') sayKept(done.entry);
    return done.outcome === 'kept';
  }

  /** @param key of a request whose answer was lost */
  async function waitWith(
    values: CreateProduct,
    { photos: waiting, files, capturedAt }: KeptPhotos,
    key?: string,
  ) {
    const [{ keepProduct }, user] = [await loadWaiting(), readUser()];
    if (!user) return;
    const typed = form.getValues();
    const edited = product && { productId: product.id, quantitySeen };
    const entry = {
      ...values,
      ...edited,
      ...(capturedAt && { capturedAt }),
      photos: waiting,
      typed,
    };
    const isStored = await keepProduct(user.id, entry, {
      files,
      ...(key !== undefined && { key }),
    });
    // The form keeps everything and can be submitted again.
    if (!isStored) return setBanner(m.storageFull());
    requestKey.forget();
    clearForm();
    photos.forget();
    sayKept({});
    onDone();
  }

  async function save(values: CreateProduct) {
    setBanner(null);
    if (cheap.asks(values)) return;
    const sent = await photos.send();
    if (sent.outcome === 'discarded') return;
    if (sent.outcome === 'kept') return waitWith(values, sent);
    if (sent.outcome !== 'sent') return showPhotoProblem(sent.outcome);
    const input = { ...values, ...sent.attached };
    let isKept = false;
    try {
      if (product) isKept = await saveEdit({ ...input, productId: product.id, quantitySeen });
      else
        await client.farmer.products.create.mutate(input, {
          context: { idempotencyKey: requestKey.keyOf(input) },
        });
    } catch (error) {
      if (!product && readFailure(error).isConnectionLost)
        return waitWith(values, photos.toKeep(), requestKey.keyOf(input));
      const fallbacks = product ? editFallbacks : addFallbacks;
      const failure = readFailure(error);
      const left = showFailure(form, fields, { failure, fallbacks });
      setBanner(left);
      showToast('error', fallbacks.failed());
      if (product && failure.code === 'QUANTITY_CHANGED')
        setQuantitySeen(await findQuantity(product.id));
      return;
    }
    requestKey.forget();
    clearForm();
    photos.forget();
    if (!isKept) showToast('success', product ? m.productEdited() : m.productAdded());
    onDone();
    // A pending edit is already in the list, and a refetch would fail offline.
    if (isKept) return;
    await Promise.all([farmer.products.list.invalidate(), farmer.overview.invalidate()]);
  }

  return {
    form,
    photos,
    banner,
    clearBanner: () => {
      setBanner(null);
      cheap.forget();
    },
    priceDoubt: cheap.doubt,
    setMarketPrice: cheap.setMarketPrice,
    submit: form.handleSubmit(save, refuse),
    photosElement,
    photoSentence,
    /**
     * The fields that must be corrected before the product can be saved, once the button has been
     * pressed.
     */
    wrongFields: form.formState.isSubmitted
      ? fields.filter((field) => form.formState.errors[field])
      : [],
    isDirty: form.formState.isDirty || photos.isDirty,
    discard: () => {
      clearForm();
      photos.forget();
    },
  };
}

/**
 * Sending the same input again after a lost answer is the same request. Different input is a new
 * request.
 */
function useRequestKey() {
  const last = useRef({ input: '', key: '' });
  return {
    keyOf: (input: CreateProduct) => {
      const text = JSON.stringify(input);
      if (last.current.input !== text) last.current = { input: text, key: createIdempotencyKey() };
      return last.current.key;
    },
    forget: () => {
      last.current = { input: '', key: '' };
    },
  };
}
