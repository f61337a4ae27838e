import { Plus, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { loadFailureText, useRetryAll } from '#farms/web/farmer-data.ts';
import { missingForNewProduct } from '#products/rules/product.ts';
import {
  categories,
  MANY_PRODUCTS,
  PAGE_SIZE,
  PRODUCT_NAME_MAX,
} from '#products/rules/product-facts.ts';
import { categoryLabels } from '#products/rules/product-texts.ts';
import { fold, foldedWords } from '#rules/text/fold.ts';
import { m } from '#text';
import { isMobile } from '#ui/browser/device.ts';
import { useKeptFocus } from '#ui/browser/use-kept-focus.ts';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { EmptyState, QueryView } from '#ui/feedback.tsx';
import { lazy } from '#ui/lazy.tsx';
import { useIsWide } from '#ui/screen-state.ts';
import { showToast } from '#ui/show-toast.ts';
import { type DashboardSearch, dashboardRoute } from '#web/dashboard-search.ts';
import { LazyOfferInstall } from '#web/lazy-ask-for-push.tsx';
import { DeleteProduct, StockRows } from '../inventory/stock-rows.tsx';
import { UndoBar, useStock } from '../inventory/stock-steps.tsx';
import { type OwnProduct, useOwnProducts } from '../use-own-products.ts';
import { OwnProductCard } from './own-product-card.tsx';
import { ProductDialog } from './product-dialog.tsx';
import type { PriceHint } from './product-fields.tsx';

type Harvests = React.ComponentType<{ products: readonly OwnProduct[] }>;

export function ProductsTab({ PriceHint, Harvests }: { PriceHint: PriceHint; Harvests: Harvests }) {
  const products = useOwnProducts();
  const retryAll = useRetryAll();
  const hasAdded = useHasAdded(products.data);
  const { product: open } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const [canAdd] = useState(
    () => missingForNewProduct({ isPhone: isMobile(), photoCount: 0 }) !== 'phone',
  );
  const [deleted, setDeleted] = useState<OwnProduct | null>(null);
  const show = (product: DashboardSearch['product']) =>
    // Replaces the history entry, because the dialog itself handles Back.
    void navigate({
      search: ({ product: _, ...rest }) => ({ ...rest, ...(product && { product }) }),
      replace: true,
      resetScroll: false,
    });
  const add = () => {
    if (!canAdd) showToast('error', m.productNeedsPhone());
    show('new');
  };
  const edited = products.data?.find(({ id }) => id === open) ?? null;
  const tab = useRef<HTMLDivElement>(null);
  useKeptFocus(tab);
  return (
    <div ref={tab} tabIndex={-1}>
      <TabHeading title={m.farmTabProducts()} isCompact={canAdd}>
        <Button onClick={add} className="max-sm:min-h-11! max-sm:px-4!">
          <Plus className="size-5" />
          {m.productAdd()}
        </Button>
      </TabHeading>
      <LazyWaitingProducts onOpen={show} />
      {hasAdded && (
        <div className="mb-4 empty:hidden">
          <LazyOfferInstall />
        </div>
      )}
      <QueryView
        query={{ ...products, refetch: retryAll }}
        skeleton={<ProductsSpace />}
        errorText={loadFailureText(products.error)}
      >
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              picture="search"
              title={m.productsFirstTitle()}
              text={m.startProductHint()}
            />
          ) : (
            <>
              {all.some(({ depositPercent }) => depositPercent) && <Harvests products={all} />}
              <ProductList products={all} onEdit={({ id }) => show(id)} onDelete={setDeleted} />
            </>
          )
        }
      </QueryView>
      {(edited || (open === 'new' && canAdd)) && (
        <ProductDialog
          key={open}
          product={edited}
          isFirst={products.data?.length === 0}
          onClose={() => show(undefined)}
          PriceHint={PriceHint}
        />
      )}
      {open === 'new' && !canAdd && <LazyPhoneLink onClose={() => show(undefined)} />}
      <DeleteProduct product={deleted} onClose={() => setDeleted(null)} />
    </div>
  );
}

function useHasAdded(products: readonly OwnProduct[] | undefined) {
  const newest = products && (products[0]?.id ?? 0);
  const [first, setFirst] = useState(newest);
  if (first === undefined && newest !== undefined) setFirst(newest);
  return first !== undefined && newest !== undefined && newest > first;
}

type ProductListProps = {
  products: OwnProduct[];
  onEdit: (product: OwnProduct) => void;
  onDelete: (product: OwnProduct) => void;
};

function ProductList({ products, onEdit, onDelete }: ProductListProps) {
  const { search = '', category = '' } = dashboardRoute.useSearch();
  const [pages, setPages] = useState(1);
  const isWide = useIsWide('md');
  const stock = useStock();
  const found = filterProducts(products, { search, category });
  const shown = found.slice(0, pages * PAGE_SIZE);
  return (
    <>
      {(products.length >= MANY_PRODUCTS || search || category) && (
        <>
          <ProductFilter />
          <p role="status" className="my-2 text-muted text-sm sm:my-3">
            {m.productsShown({ shown: found.length, count: products.length })}
          </p>
        </>
      )}
      {found.length === 0 && <EmptyState picture="search" title={m.productsNothingFound()} />}
      {isWide ? (
        <ul className={grid}>
          {shown.map((product) => (
            <li key={product.id}>
              <OwnProductCard
                product={product}
                onEdit={() => onEdit(product)}
                onDelete={() => onDelete(product)}
              />
            </li>
          ))}
        </ul>
      ) : (
        shown.length > 0 && <StockRows products={shown} stock={stock} onEdit={onEdit} hasActions />
      )}
      <UndoBar steps={stock.steps} />
      {shown.length < found.length && (
        <div className="mt-6 text-center">
          <Button variant="secondary" onClick={() => setPages(pages + 1)}>
            {m.productsShowMore()}
          </Button>
        </div>
      )}
    </>
  );
}

const grid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function ProductsSpace() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-12" />
      <div className={grid}>
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-80" />
        ))}
      </div>
    </div>
  );
}

type Filter = { search: string; category: string };

function filterProducts(
  products: readonly OwnProduct[],
  { search, category }: Filter,
): OwnProduct[] {
  const sought = foldedWords(search);
  return products.filter(
    ({ name, description, category: own }) =>
      (category === '' || own === category) &&
      sought.every((word) => fold(`${name} ${description}`).includes(word)),
  );
}

/** Imports the queue's code, which the first screen does not need. */
const LazyWaitingProducts = lazy(() => import('./pending-products.tsx'), 'PendingProducts');

/**
 * Adding a product needs a phone's camera, which proves what is there. Other devices show a QR
 * code.
 */
const LazyPhoneLink = lazy(() => import('./phone-link-dialog.tsx'), 'PhoneLinkDialog');

function ProductFilter() {
  const { search = '', category = '' } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const change = (part: DashboardSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const id = useId();
  return (
    <search className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)] gap-2 sm:grid-cols-[1fr_14rem] sm:gap-3">
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          {m.productsSearchLabel()}
        </label>
        <Search className="pointer-events-none absolute top-1/2 left-3.5 size-5 -translate-y-1/2 text-muted" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          maxLength={PRODUCT_NAME_MAX}
          placeholder={m.placeSearchButton()}
          value={search}
          onChange={({ target }) => change({ search: target.value })}
          className="input pl-11 max-sm:pr-2"
        />
      </div>
      <select
        aria-label={m.productCategoryLabel()}
        value={category}
        onChange={({ target }) => change({ category: target.value })}
        className="input chevron truncate pr-11 max-sm:pr-9 max-sm:pl-3"
      >
        <option value="">{m.productsAllCategories()}</option>
        {categories.map((name) => (
          <option key={name} value={name}>
            {categoryLabels[name]()}
          </option>
        ))}
      </select>
    </search>
  );
}
