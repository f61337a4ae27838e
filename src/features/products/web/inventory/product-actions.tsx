import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { m } from '#text';

type ProductActionsProps = {
  name: string;
  isInRow?: boolean;
  onEdit: () => void;
  onDelete: () => void;
};

export function ProductActions({ name, isInRow = false, onEdit, onDelete }: ProductActionsProps) {
  return (
    <div
      className={classNames(
        'grid',
        isInRow
          ? 'relative z-10 grid-cols-[auto_auto] gap-1 *:px-2.5! [&_svg]:hidden'
          : 'grid-cols-2 gap-2',
      )}
    >
      <Button
        variant="secondary"
        size="small"
        aria-label={m.productEditNamed({ name })}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" className="size-4" />
        {m.productEdit()}
      </Button>
      <Button
        variant="quiet"
        size="small"
        aria-label={m.productDeleteNamed({ name })}
        onClick={onDelete}
      >
        <Trash2 aria-hidden="true" className="size-4" />
        {m.productDelete()}
      </Button>
    </div>
  );
}
