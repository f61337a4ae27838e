import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names.ts';

type Tab<Id extends string> = { id: Id; label: string; icon?: ReactNode; count?: number };

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
  const move = (event: KeyboardEvent) => {
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
  /** False on a screen too narrow for the tabs. */
  hasTabs?: boolean;
  className?: string;
  children: ReactNode;
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
