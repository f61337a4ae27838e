import type { ReactNode } from 'react';
import { classNames } from '#platform/web/ui/layout/class-names.ts';

export const RowList = ({ children }: { children: ReactNode }) => (
  <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
    {children}
  </ul>
);

type RowButtonProps = {
  first: ReactNode;
  second: ReactNode;
  figure: string;
  note: string;
  isOpen: boolean;
  onClick: () => void;
};

export const RowButton = ({ first, second, figure, note, isOpen, onClick }: RowButtonProps) => (
  <li>
    <button
      type="button"
      aria-current={isOpen ? 'true' : undefined}
      onClick={onClick}
      className={classNames(
        'grid min-h-18 w-full content-center gap-y-1 px-4 py-2 text-left -outline-offset-2!',
        isOpen ? 'bg-leaf-soft text-on-leaf-soft' : 'hover:bg-line/40',
      )}
    >
      <span className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">{first}</span>
        <span className="whitespace-nowrap font-bold tabular-nums">{figure}</span>
      </span>
      <span className="flex items-end justify-between gap-3">
        <span className="wrap-anywhere line-clamp-4 min-w-0">{second}</span>
        <span className="whitespace-nowrap text-muted text-sm tabular-nums">{note}</span>
      </span>
    </button>
  </li>
);
