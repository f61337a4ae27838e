import { Search } from 'lucide-react';
import { useState } from 'react';
import { PRODUCT_NAME_MAX, SUGGESTED_FROM_LETTERS } from '#features/products/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import type { PricesOverview } from './price-data.ts';

type CropSearchProps = { search: string | undefined; crops: PricesOverview['crops'] };

/**
 * A form that needs no script: one crop that fits is opened at once, several are listed. With a
 * script crops are suggested meanwhile.
 */
export function CropSearch({ search = '', crops }: CropSearchProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <search
      className="relative mt-5 block max-w-prose"
      onFocus={() => setIsOpen(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        setIsOpen(currentTarget.contains(relatedTarget))
      }
      onKeyDown={({ key }) => key === 'Escape' && setIsOpen(false)}
    >
      <form action="/prices" className="flex gap-2">
        <input
          type="search"
          name="search"
          key={search}
          defaultValue={search}
          onChange={({ target }) => {
            setTyped(target.value.trim());
            setIsOpen(true);
          }}
          required
          enterKeyHint="search"
          aria-label={m.pricesSearchLabel()}
          placeholder={m.pricesSearchPlaceholder()}
          maxLength={PRODUCT_NAME_MAX}
          autoComplete="off"
          className="input"
        />
        <button type="submit" className={buttonClass()}>
          <Search aria-hidden="true" className="size-5" />
          {m.pricesSearchButton()}
        </button>
      </form>
      {isOpen && typed.length >= SUGGESTED_FROM_LETTERS && (
        <LazyCropSuggestions typed={typed} crops={crops} />
      )}
    </search>
  );
}

/** Loaded once something is typed. */
const LazyCropSuggestions = lazy(
  () => import('./crop-suggestions.tsx').then(({ CropSuggestions }) => CropSuggestions),
  null,
);
