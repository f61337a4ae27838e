import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, type LucideIcon } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { m } from '#text';
import { BreakableText } from './contact-text.tsx';
import { Card } from './elements.tsx';

export function SettingsGroup({ title, children }: { title: string; children: React.ReactNode }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-1.5 px-1 font-bold text-muted text-sm">
        {title}
      </h2>
      <Card className="divide-y divide-line overflow-clip p-0!">{children}</Card>
    </section>
  );
}

/** Rarely changed. A link to one of its rows opens it. */
export function FoldedSettings({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="group/fold">
      <summary className="mb-1.5 flex min-h-11 cursor-pointer list-none items-center gap-1.5 px-1 font-bold text-muted text-sm [&::-webkit-details-marker]:hidden">
        <h2>{title}</h2>
        <ChevronDown className="size-5 transition-transform group-open/fold:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-2">{children}</div>
    </details>
  );
}

type RowFaceProps = {
  Icon: LucideIcon;
  title: string;
  value?: React.ReactNode;
};

type SettingsRowProps = RowFaceProps & {
  /** A link with this hash opens the row. */
  id?: string;
  startsOpen?: boolean;
  /** Mounted when the row is first opened, and kept when it is closed. */
  children: React.ReactNode;
};

/** Closing it keeps what was typed inside. */
export function SettingsRow({ id, startsOpen = false, children, ...face }: SettingsRowProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const isLinked = useLocation({ select: ({ hash }) => hash !== '' && hash === id });
  const [isOpen, setIsOpen] = useState(startsOpen || isLinked);
  const [isMounted, setIsMounted] = useState(isOpen);
  const toggle = (becomesOpen: boolean) => {
    setIsOpen(becomesOpen);
    if (becomesOpen) setIsMounted(true);
  };
  useEffect(() => {
    if (!isLinked) return;
    setIsOpen(true);
    setIsMounted(true);
    details.current?.parentElement?.closest('details')?.setAttribute('open', '');
    details.current?.scrollIntoView();
    details.current?.querySelector('summary')?.focus({ preventScroll: true });
  }, [isLinked]);
  return (
    <details
      ref={details}
      id={id}
      open={isOpen}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
      className="group/row scroll-mt-20"
    >
      <summary className={`${rowClass} list-none [&::-webkit-details-marker]:hidden`}>
        <RowFace {...face} />
        <ChevronDown className="size-5 shrink-0 text-muted transition-transform group-open/row:rotate-180" />
      </summary>
      {isMounted && <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-5">{children}</div>}
    </details>
  );
}

export function SettingsLink({ to, ...face }: RowFaceProps & { to: NonNullable<LinkProps['to']> }) {
  return (
    <Link to={to} className={`${rowClass} text-ink no-underline`}>
      <RowFace {...face} />
      <ChevronRight className="size-5 shrink-0 text-muted" />
    </Link>
  );
}

const rowClass = 'flex min-h-15 items-center gap-3 px-4 py-2 -outline-offset-2! hover:bg-line/40';

function RowFace({ Icon, title, value }: RowFaceProps) {
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        <Icon className="size-5" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold leading-tight">{title}</span>{' '}
        {value && (
          <span className="line-clamp-3 wrap-anywhere text-muted text-sm leading-snug">
            {typeof value === 'string' ? <BreakableText>{value}</BreakableText> : value}
          </span>
        )}
      </span>
    </>
  );
}

type ProfileListProps = { entries: readonly { label: string; value: string | null }[] };

export function ProfileList({ entries }: ProfileListProps) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-3">
      {entries.map(({ label, value }) => (
        <div key={label} className="max-sm:mb-2 sm:contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere font-semibold">
            <BreakableText>{value || m.notAvailable()}</BreakableText>
          </dd>
        </div>
      ))}
    </dl>
  );
}
