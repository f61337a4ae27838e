import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { classNames } from '#web/ui/class-names.ts';
import type { DashboardTab } from './dashboard-search.ts';

type FigureCardProps = {
  label: string;
  value: string;
  note?: string | undefined;
  icon: LucideIcon;
  /** Where the figure comes from. */
  tab?: DashboardTab;
  isWarning?: boolean;
  /** Without its picture on a phone, so that three stand side by side. */
  isCompact?: boolean;
};

/** One figure of the farm; it leads to what it counts. */
export function FigureCard({ label, value, note, icon: Icon, tab, isWarning = false, isCompact = false }: FigureCardProps) {
  const tone = isWarning ? 'bg-maize-soft text-on-maize-soft' : 'bg-leaf-soft text-on-leaf-soft';
  return (
    <div className="relative flex flex-col gap-2 rounded-card border border-line bg-card p-3.5 hover:has-[a]:border-leaf sm:p-5">
      <p className="break-words font-semibold text-muted text-xs leading-snug sm:text-sm">
        {tab ? (
          <Link
            to="/farmer/dashboard"
            search={{ tab }}
            activeProps={{}}
            className="no-underline after:absolute after:inset-0 after:rounded-card"
          >
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <div className="flex items-center justify-between gap-1.5">
        <p className="min-w-0 break-words font-extrabold text-2xl tabular-nums tracking-tight">{value}</p>
        <span
          className={classNames(
            'grid size-8 shrink-0 place-items-center rounded-field sm:size-9',
            tone,
            isCompact ? 'max-sm:hidden' : 'max-[20rem]:hidden',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </span>
      </div>
      {note && <p className="-mt-1 text-muted text-sm leading-snug">{note}</p>}
    </div>
  );
}
