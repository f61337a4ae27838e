import type { BuyerCategory } from '#shared/products/categories.ts';
import { m } from '#shared/text/compiled/messages.js';
import { buyerCategoryTexts, countText, foundOf } from '#web/features/catalogue/offer-texts.ts';

// Complete, because the texts' type has a key for every category.
const categories = Object.keys(buyerCategoryTexts) as BuyerCategory[];

type CategoryChipsProps = {
  active: BuyerCategory | undefined;
  /** How many products each category has; undefined until they are counted. */
  counts: readonly { category: BuyerCategory; number: number }[] | undefined;
  onChange: (category: BuyerCategory | undefined) => void;
};

/** All products, or one of the buyers' five categories. On a phone the row scrolls sideways. */
export function CategoryChips({ active, counts, onChange }: CategoryChipsProps) {
  const numberOf = (category: BuyerCategory) => counts?.find((count) => count.category === category)?.number;
  return (
    <fieldset
      aria-label={m.categoriesLabel()}
      className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-0.5 sm:gap-2 sm:py-1 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:px-0 sm:-mx-6 sm:px-6"
    >
      <Chip label={m.categoryAll()} count={foundOf(counts)} isActive={!active} onPress={() => onChange(undefined)} />
      {categories.map((category) => (
        <Chip
          key={category}
          label={buyerCategoryTexts[category]()}
          count={numberOf(category)}
          isActive={category === active}
          onPress={() => onChange(category)}
        />
      ))}
    </fieldset>
  );
}

type ChipProps = { label: string; count: number | undefined; isActive: boolean; onPress: () => void };

function Chip({ label, count, isActive, onPress }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={onPress}
      className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-full border-[1.5px] border-edge bg-card px-3 max-sm:text-sm sm:gap-2 sm:px-4 font-semibold hover:border-leaf aria-pressed:border-leaf-solid aria-pressed:bg-leaf-solid aria-pressed:text-white"
    >
      {label}
      {/* Space is reserved until the counts arrive, so that the row does not jump. */}
      <span className="min-w-4 font-normal text-sm tabular-nums">{count === undefined ? '' : countText(count)}</span>
    </button>
  );
}
