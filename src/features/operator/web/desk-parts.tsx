import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { m } from '#text';
import { Button, Card, classNames } from '#ui/elements.tsx';
import { Notice } from '#ui/feedback.tsx';
import { failureText } from '#web/rpc.ts';
import { useDeskSearch } from './desk-client.ts';

type ImportFileProps = {
  label: string;
  hint: string;
  charactersMax: number;
  onImport: (text: string) => Promise<string>;
};

export function ImportFile({ label, hint, charactersMax, onImport }: ImportFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [answer, setAnswer] = useState<{ isDone: boolean; text: string } | null>(null);

  async function read({ target }: React.ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setIsBusy(true);
    try {
      const text = await file.text();
      setAnswer(
        text.length > charactersMax
          ? { isDone: false, text: m.errorPayloadTooLarge() }
          : { isDone: true, text: await onImport(text) },
      );
    } catch (error) {
      setAnswer({ isDone: false, text: failureText(error, m.sendFailed()) });
    }
    // Choosing the same file again must fire a change.
    target.value = '';
    setIsBusy(false);
  }

  return (
    <div className="grid justify-items-start gap-2 max-sm:w-full">
      <Button
        variant="secondary"
        isBusy={isBusy}
        onClick={() => input.current?.click()}
        className="max-sm:w-full"
      >
        <Upload className="size-5" />
        {label}
      </Button>
      <p className="text-muted text-sm">{hint}</p>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={label}
        tabIndex={-1}
        className="hidden"
        onChange={read}
      />
      {answer && (
        <Notice type={answer.isDone ? 'success' : 'error'} className="w-full">
          <p className="whitespace-pre-line wrap-anywhere">{answer.text}</p>
        </Notice>
      )}
    </div>
  );
}

export const RowList = ({ children }: { children: React.ReactNode }) => (
  <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
    {children}
  </ul>
);

type RowButtonProps = {
  first: React.ReactNode;
  second: React.ReactNode;
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

export const Section = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <Card className="p-4! sm:p-5!">
    <h3 className="mb-2 font-bold text-lg">{title}</h3>
    {children}
  </Card>
);

/** The events of a case, with the choices beside them. A phone shows the choices first. */
export const CaseColumns = ({
  toDo,
  children,
}: {
  toDo: React.ReactNode;
  children: React.ReactNode;
}) => (
  <div className="grid grid-cols-1 items-start gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(19rem,2fr)] lg:gap-4">
    {toDo && <div className="grid gap-3 lg:sticky lg:top-4 lg:col-start-2">{toDo}</div>}
    <div className="grid min-w-0 gap-3 lg:col-start-1 lg:row-start-1">{children}</div>
  </div>
);

export const Facts = ({ facts }: { facts: readonly (readonly [string, React.ReactNode])[] }) => (
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

type Tab<Id extends string> = { id: Id; label: string; icon?: React.ReactNode; count?: number };

type TabsProps<Id extends string> = {
  label: string;
  tabs: readonly Tab<Id>[];
  active: Id;
  onChange: (id: Id) => void;
};

const tabId = (id: string) => `tab-${id}`;
const panelId = (id: string) => `panel-${id}`;

/** The ARIA pattern: one Tab stop, with arrows, Home and End between the tabs. */
export function Tabs<Id extends string>({ label, tabs, active, onChange }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null);
  const tabCount = tabs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: further tabs make room for the active one
  useEffect(() => {
    const row = list.current;
    const tab = row?.querySelector<HTMLElement>(`#${tabId(active)}`);
    // Scrolls only the row, because `scrollIntoView` would move the page as well.
    if (row && tab)
      row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.clientWidth) / 2;
  }, [active, tabCount]);
  const move = (event: React.KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === active);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`#${tabId(next.id)}`)?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      onKeyDown={move}
      className="flex gap-1 overflow-x-auto rounded-full border border-line bg-card p-1 [scrollbar-width:none]"
    >
      {tabs.map(({ id, label: text, icon, count }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={tabId(id)}
          aria-selected={id === active}
          aria-controls={id === active ? panelId(id) : undefined}
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChange(id)}
          className={classNames(
            'relative flex min-h-11 shrink-0 items-center justify-center gap-2 rounded-full px-3 font-semibold sm:px-4 -outline-offset-2! sm:flex-1',
            id === active
              ? 'bg-leaf-solid text-white'
              : 'text-muted hover:bg-line/50 hover:text-ink',
          )}
        >
          {icon}
          {text}
          {count !== undefined && count > 0 && (
            <span className="rounded-full bg-maize px-2 text-on-maize text-xs tabular-nums">
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

type TabPanelProps = {
  id: string;
  hasTabs?: boolean;
  className?: string;
  children: React.ReactNode;
};

/**
 * Render one, with the active id. Without the tabs it is the same element, so that turning a phone
 * keeps what was opened and typed inside.
 */
export function TabPanel({ id, hasTabs = true, className, children }: TabPanelProps) {
  const role = hasTabs && { role: 'tabpanel', id: panelId(id), 'aria-labelledby': tabId(id) };
  return (
    <div {...role} className={className}>
      {children}
    </div>
  );
}
