import type { ReactNode } from 'react';
import { useDeskSearch } from '#operator/web/desk-search.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { m } from '#text';

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

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="p-4! sm:p-5!">
    <h3 className="mb-2 font-bold text-lg">{title}</h3>
    {children}
  </Card>
);

/** What happened, and beside it what can be done. On a phone, that comes first. */
export const CaseColumns = ({ toDo, children }: { toDo: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(19rem,2fr)] lg:gap-4">
    {toDo && <div className="grid gap-3 lg:sticky lg:top-4 lg:col-start-2">{toDo}</div>}
    <div className="grid min-w-0 gap-3 lg:col-start-1 lg:row-start-1">{children}</div>
  </div>
);

export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1">
    {facts
      .filter(([, value]) => value !== null && value !== '' && value !== undefined)
      .map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted text-sm leading-6">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
  </dl>
);

export function AccountLink({ id, name }: { id: number | null; name: string | null }) {
  const { go } = useDeskSearch();
  if (id === null || !name) return m.deskGone();
  return (
    <button
      type="button"
      className="link min-h-11 text-left sm:min-h-8"
      onClick={() => go({ open: { page: 'account', id } })}
    >
      {name}
    </button>
  );
}
