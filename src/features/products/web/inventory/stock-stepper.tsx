import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { OwnProduct } from '../use-own-products.ts';
import type { StockSteps } from './use-stock-steps.ts';

type StockStepperProps = {
  product: OwnProduct;
  steps: StockSteps;
  /** Above a row that is pressed as a whole. */
  isAbove?: boolean;
  children: ReactNode;
};

const round =
  'grid size-11 shrink-0 cursor-pointer place-items-center rounded-full border-[1.5px] border-line bg-card font-bold text-leaf text-xl leading-none hover:bg-leaf-soft';

/** − and + around a product's quantity. Each press changes it by one unit. */
export function StockStepper({ product, steps, isAbove = false, children }: StockStepperProps) {
  const { name } = product;
  const isNone = steps.quantityOf(product) === 0;
  return (
    <span className={classNames('inline-flex items-center', isAbove ? 'relative z-10' : 'gap-1')}>
      <button
        type="button"
        aria-label={m.quantityOneLess({ name })}
        aria-disabled={isNone || undefined}
        onClick={() => !isNone && steps.add(product, -1)}
        className={classNames(round, isNone && 'cursor-not-allowed! text-muted!')}
      >
        <span aria-hidden="true">−</span>
      </button>
      {children}
      <button
        type="button"
        aria-label={m.quantityOneMore({ name })}
        onClick={() => steps.add(product, 1)}
        className={round}
      >
        <span aria-hidden="true">+</span>
      </button>
    </span>
  );
}
