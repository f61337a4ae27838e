import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { DashboardTab } from '#platform/web/shell/dashboard-search.ts';
import { classNames } from './class-names.ts';

type FigureCardProps = {
  label: string;
  value: string;
  note?: string | undefined;
  icon: LucideIcon;
  /** The tab that the figure comes from. */
  tab?: DashboardTab;
  isWarning?: boolean;
};

/**
 * On half a phone's width, the large type fits up to "KES 96.00", and the medium type up to "KES
 * 54,000.00".
 */
const LARGE_LENGTH = 9;
const MEDIUM_LENGTH = 13;

/** The type size at which an amount stays on one line, however large it is. */
function valueSize({ length }: string): string {
  if (length <= LARGE_LENGTH) return 'text-2xl';
  return length <= MEDIUM_LENGTH ? 'text-lg lg:text-2xl' : 'text-base lg:text-xl';
}

/**
 * One figure about the farm, linked to the tab it comes from. The icon is shown only if there is
 * room next to the figure.
 */
export function FigureCard({
  label,
  value,
  note,
  icon: Icon,
  tab,
  isWarning = false,
}: FigureCardProps) {
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
        <p
          className={classNames(
            'whitespace-nowrap font-extrabold tabular-nums tracking-tight',
            valueSize(value),
            isWarning && 'max-sm:text-on-maize-soft',
          )}
        >
          {value}
        </p>
        <span
          className={classNames(
            'grid size-9 shrink-0 place-items-center rounded-field max-sm:hidden',
            tone,
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </span>
      </div>
      {note && <p className="-mt-1 text-muted text-sm leading-snug">{note}</p>}
    </div>
  );
}
