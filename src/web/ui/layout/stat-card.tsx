import type { ReactNode } from 'react';
import { Card } from './card.tsx';

type StatCardProps = { label: string; value: ReactNode; note?: ReactNode; icon?: ReactNode };

/** One figure and what it counts. */
export function StatCard({ label, value, note, icon }: StatCardProps) {
  return (
    <Card className="flex items-start gap-4">
      {icon && (
        <span className="grid size-11 shrink-0 place-items-center rounded-field bg-leaf-soft text-on-leaf-soft">{icon}</span>
      )}
      <dl className="flex min-w-0 flex-col-reverse">
        {note && <dd className="mt-1 text-muted text-sm">{note}</dd>}
        <dd className="font-extrabold text-2xl tabular-nums tracking-tight">{value}</dd>
        <dt className="text-muted text-sm">{label}</dt>
      </dl>
    </Card>
  );
}
