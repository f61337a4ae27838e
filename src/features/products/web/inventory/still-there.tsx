import { productNameText, quantityText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { Button } from '#ui/elements.tsx';
import { FieldError } from '#ui/field.tsx';
import { ProductPicture } from '../catalogue/offer.tsx';
import type { OwnProduct } from '../use-own-products.ts';
import { RetriedPicture, StatusBadge } from './product-parts.tsx';
import { quantityFieldId, type StockSteps, soldOutChange } from './stock-steps.tsx';

/** More are asked about once these are answered. */
const SHOWN = 5;

type StillThereProps = { products: readonly OwnProduct[]; steps: StockSteps };

export function StillThere({ products, steps }: StillThereProps) {
  const asked = products.filter(({ isAsked }) => isAsked);
  if (asked.length === 0) return null;
  return (
    <section className="overflow-hidden rounded-card border border-maize bg-card">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 bg-maize-soft px-3 py-2.5 text-on-maize-soft sm:px-4">
        <div>
          <h2 className="font-bold text-lg leading-snug">{m.stillThereTitle()}</h2>
          <p className="text-sm">{m.stillThereLead()}</p>
        </div>
        {asked.length > 1 && (
          <Button
            size="small"
            onClick={() => {
              for (const product of asked) steps.confirm(product);
            }}
          >
            {m.stillThereAll()}
          </Button>
        )}
      </div>
      <ul className="divide-y divide-line">
        {asked.slice(0, SHOWN).map((product) => (
          <Question key={product.id} product={product} steps={steps} isOnly={asked.length === 1} />
        ))}
      </ul>
    </section>
  );
}

type QuestionProps = { product: OwnProduct; steps: StockSteps; isOnly: boolean };

function Question({ product, steps, isOnly }: QuestionProps) {
  const { id, name, unit, status } = product;
  const quantity = quantityText(steps.quantityOf(product), unit);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2.5 sm:px-4">
      <span className="block size-11 shrink-0 overflow-hidden rounded-field bg-sunk">
        <RetriedPicture key={product.photos[0]?.url}>
          <ProductPicture product={product} sizes="44px" alt="" />
        </RetriedPicture>
      </span>
      <span className="min-w-0 flex-1 leading-snug">
        <span className="wrap-anywhere line-clamp-2 font-semibold leading-snug">
          {productNameText(product)}
        </span>
        <span className="flex flex-wrap items-center gap-x-2 text-muted text-sm tabular-nums">
          {quantity}
          {status === 'expired' && <StatusBadge {...product} />}
        </span>
      </span>
      <span className="flex gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-[1fr_minmax(6.5rem,auto)_1fr] max-sm:gap-1.5 max-sm:[&>button]:px-3!">
        <Button
          variant={isOnly ? 'primary' : 'secondary'}
          size="small"
          aria-label={m.stillThereYesNamed({ name, quantity })}
          onClick={() => steps.confirm(product)}
        >
          {m.stillThereYes()}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={m.stillThereLessNamed({ name })}
          onClick={() => document.getElementById(quantityFieldId(product))?.focus()}
        >
          {m.stillThereLess()}
        </Button>
        <Button
          variant="secondary"
          size="small"
          aria-label={m.stillThereNoNamed({ name })}
          onClick={() => steps.setUndoably(product, soldOutChange(product))}
        >
          {m.stillThereNo()}
        </Button>
      </span>
      <FieldError id={`still-there-${id}`} text={steps.problemOf(product)} />
    </li>
  );
}
