import { useCallback, useEffect, useRef, useState } from 'react';
import { type FieldErrors, useForm } from 'react-hook-form';
import { type CreateProduct, createProductInput } from '#products/rules/product.ts';
import { ofFlags } from '#products/rules/product-facts.ts';
import { oneUnitLabels } from '#products/rules/product-texts.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { formCodec } from '#ui/form-codec.tsx';
import { showFailure, typedResolver, useDraft } from '#ui/form-state.ts';
import { useIsShown } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { saveChange, sayPending } from '#web/offline/lazy-queue.ts';
import { readFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { flagTexts } from '../catalogue/offer.tsx';
import { type OwnProduct, useFreshQuantity } from '../use-own-products.ts';
import { NO_CROP, type ProductValues } from './crop-line.tsx';
import { type PhotoProblem, photoProblemText, useProductPhotos } from './use-product-photos.ts';

const codec = formCodec(createProductInput);

export const fieldLabels: Record<keyof ProductValues, () => string> = {
  name: m.productNameLabel,
  category: m.productCategoryLabel,
  crop: m.cropSearchLabel,
  quantity: m.productQuantityLabel,
  unit: m.productUnitLabel,
  price: m.inventoryPrice,
  netWeightKg: m.productWeightShort,
  description: m.productDescriptionLabel,
  lowStockBelow: m.productLowStockLabel,
  ...ofFlags((flag) => flagTexts[flag].label),
  depositPercent: m.announceLabel,
  harvestDate: m.productHarvestLabel,
  expiryDate: m.productExpiryLabel,
};

const fields = Object.keys(fieldLabels) as (keyof ProductValues)[];

const resolver = typedResolver(createProductInput, (values: ProductValues) => ({
  ...codec.decode(values),
  // The server guesses an unchosen crop from the name.
  crop: values.crop === NO_CROP ? null : values.crop || undefined,
  // Hidden for a product sold by the kilogram.
  ...(values.unit === 'kg' && { netWeightKg: null }),
}));
const empty = codec.encode({ unit: 'kg' });
const nothing: string[] = [];

const addFallbacks = { failed: m.productAddFailed, connectionLost: m.productAddFailed };
const editFallbacks = { failed: m.saveFailed, connectionLost: m.saveFailed };

const loadPending = () => import('./queued-products.ts');

type ProductFormOptions = {
  product: OwnProduct | null;
  onDone: () => void;
};

export function useProductForm({ product, onDone }: ProductFormOptions) {
  const [banner, setBanner] = useState<string | null>(null);
  const [quantitySeen, setQuantitySeen] = useState(product?.quantity);
  const findQuantity = useFreshQuantity();
  const isShown = useIsShown();
  const form = useForm<ProductValues, unknown, CreateProduct>({
    resolver,
    mode: 'onTouched',
    // The photos come before the fields, so this hook moves the focus.
    shouldFocusError: false,
    defaultValues: product ? { ...codec.encode(product), crop: '' } : empty,
  });
  const clearForm = useDraft(form, { name: `product:${product?.id ?? 'new'}`, without: nothing });
  const photos = useProductPhotos(product);
  // Loaded early, because it could not be loaded offline.
  useEffect(() => void loadPending().catch(() => {}), []);
  const cheap = useCheapPrice(product);
  const photosElement = useRef<HTMLFieldSetElement>(null);
  const [photoProblem, setPhotoProblem] = useState<PhotoProblem | null>(null);
  const photoSentence = photoProblemText(photoProblem, photos.photos);

  function showPhotoProblem(problem: PhotoProblem) {
    setPhotoProblem(problem);
    requestAnimationFrame(() =>
      photosElement.current?.querySelector<HTMLElement>('[data-mends-photos]')?.focus(),
    );
  }

  function refuse(errors: FieldErrors<ProductValues>) {
    const first = fields.find((field) => errors[field]);
    if (photos.isMissing()) showPhotoProblem('missing');
    else if (first) requestAnimationFrame(() => form.setFocus(first));
  }

  async function save(values: CreateProduct) {
    setBanner(null);
    if (cheap.asks(values)) return;
    const collected = await photos.collect();
    if (collected.outcome === 'discarded') return;
    if (collected.outcome !== 'collected') return showPhotoProblem(collected.outcome);
    try {
      const { dropProduct, productChange } = await loadPending();
      const edited = product && { productId: product.id, quantitySeen };
      const typed = form.getValues();
      const pending = await saveChange({
        ...productChange({ ...values, ...edited, typed }, collected),
        isShown,
        isDroppedOnFailure: true,
      });
      if (pending?.isLoose) {
        await dropProduct(pending);
        photos.resume();
        return setBanner(m.storageFull());
      }
      clearForm();
      photos.forget();
      if (pending) sayPending(pending);
      else showToast('success', product ? m.productEdited() : m.productAdded());
      onDone();
    } catch (error) {
      photos.resume();
      const fallbacks = product ? editFallbacks : addFallbacks;
      const failure = readFailure(error);
      setBanner(showFailure(form, fields, { failure, fallbacks }));
      showToast('error', fallbacks.failed());
      if (product && failure.code === 'QUANTITY_CHANGED')
        setQuantitySeen(await findQuantity(product.id));
    }
  }

  const { market } = trpc.useUtils();
  async function submit(event: React.FormEvent) {
    event.preventDefault();
    const [name, category] = form.getValues(['name', 'category']);
    if (name.trim() && !category) {
      // The press may come before the answer to the last letter of the name.
      const guess = await market.guessCrop
        .fetch({ name: name.trim() }, { retry: false })
        .catch(() => null);
      if (guess?.crop) form.setValue('category', guess.crop.group, { shouldDirty: true });
    }
    await form.handleSubmit(save, refuse)(event);
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
    submit,
    photosElement,
    photoSentence,
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

/** A price below this part of what other farms ask is probably a slip. */
const CHEAP_PART = 0.5;

function useCheapPrice(product: OwnProduct | null) {
  const market = useRef<number | null>(null);
  const accepted = useRef('');
  const [doubt, setDoubt] = useState<string | null>(null);

  function asks({ price, unit }: Pick<CreateProduct, 'price' | 'unit'>) {
    const key = `${price} ${unit}`;
    setDoubt(null);
    const isKept = product?.price === price && product.unit === unit;
    if (isKept || accepted.current === key) return false;
    if (market.current === null || price >= market.current * CHEAP_PART) return false;
    accepted.current = key;
    setDoubt(
      m.productPriceDoubt({
        price: moneyText(price),
        unit: oneUnitLabels[unit](),
        market: moneyText(market.current),
        button: saveLabel(product),
      }),
    );
    return true;
  }

  return {
    doubt,
    asks,
    forget: () => setDoubt(null),
    setMarketPrice: useCallback((price: number | null) => {
      market.current = price;
    }, []),
  };
}

export const saveLabel = (product: OwnProduct | null) =>
  product ? m.productSave() : m.productAdd();
