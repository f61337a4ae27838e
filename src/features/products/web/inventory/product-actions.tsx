import { Pencil, Trash2 } from 'lucide-react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';

type ProductActionsProps = { name: string; onEdit: () => void; onDelete: () => void };

export function ProductActions({ name, onEdit, onDelete }: ProductActionsProps) {
  return (
    <div className="grid grid-cols-2 gap-2">
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
