import type { ReactNode } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card className="p-4! sm:p-5!">
    <h3 className="mb-2 font-bold text-lg">{title}</h3>
    {children}
  </Card>
);

export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
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
