import { Link } from '@tanstack/react-router';
import { SUGGESTIONS_MAX } from '#products/rules/product-facts.ts';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import { useSettled } from '#ui/browser/timers.ts';
import { trpc } from '#web/trpc.ts';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';

type CropSuggestionsProps = {
  typed: string;
  crops: readonly { id: string; now: number | null }[];
};

/** Finds crops by any of their names, despite typing errors. */
export function CropSuggestions({ typed, crops }: CropSuggestionsProps) {
  const search = useSettled(typed);
  const { data } = trpc.market.crops.useQuery(
    { search },
    { retry: false, staleTime: Number.POSITIVE_INFINITY, placeholderData: (before) => before },
  );
  const found = data?.crops.slice(0, SUGGESTIONS_MAX) ?? [];
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {data && m.pricesSearchFound({ count: figureText(found.length) })}
      </p>
      {found.length > 0 && (
        // Pressing a link must not close the list before the click.
        <ul
          onMouseDown={(event) => event.preventDefault()}
          className="absolute inset-x-0 top-full z-10 mt-1 divide-y divide-line rounded-card border border-line bg-card px-4 shadow-raised"
        >
          {found.map(({ id, ...name }) => {
            const now = crops.find((crop) => crop.id === id)?.now ?? null;
            return (
              <li key={id} className="flex items-center justify-between gap-4 tabular-nums">
                <Link
                  to="/prices/$crop"
                  params={{ crop: id }}
                  className="link inline-flex min-h-11 flex-1 items-center"
                >
                  {cropNameText(name)}
                </Link>
                {now !== null && <span className="text-muted">{wholeMoneyText(now)}</span>}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}
