import type { ReactNode } from 'react';
import { moneyText, shillingsOf } from '#platform/rules/money.ts';
import { dayText, momentText, timeText } from '#platform/web/ui/format/date-text.ts';
import { Section } from './section.tsx';

export type Entry = {
  key: string;
  at: string;
  what: ReactNode;
  by?: string | null;
  cents?: number;
  more?: ReactNode;
};

/** Equal moments keep their order. */
export function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  const sorted = entries.toSorted((one, other) => one.at.localeCompare(other.at)).reverse();
  return (
    <Section title={title}>
      <ol className="divide-y divide-line">
        {sorted.map(({ key, at, what, by, cents, more }) => (
          <li key={key} className="grid gap-x-4 py-2.5 sm:grid-cols-[7.5rem_minmax(0,1fr)]">
            <time dateTime={at} title={momentText(at)} className="text-muted text-sm leading-6">
              {dayText(at)}, {timeText(at)}
            </time>
            <div className="min-w-0">
              <p className="flex justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  <span className="font-semibold">{what}</span>
                  {by && <span className="text-muted"> · {by}</span>}
                </span>
                {cents !== undefined && <Amount cents={cents} />}
              </p>
              {more}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const Amount = ({ cents }: { cents: number }) => (
  <span className="font-bold tabular-nums">{moneyText(shillingsOf(cents))}</span>
);

export const Media = ({ url, alt }: { url: string; alt: string }) => (
  <a href={url} target="_blank" rel="noreferrer">
    <img
      src={url}
      alt={alt}
      loading="lazy"
      className="mt-1 h-28 rounded-field bg-line object-cover"
    />
  </a>
);
