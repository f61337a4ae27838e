import type { ReactNode } from 'react';
import { Card } from '#platform/web/ui/layout/card.tsx';

type SettingsSectionProps = { title: string; lead?: string; children: ReactNode };

export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  return (
    <Card className="grid grid-cols-1 content-start gap-4">
      <div>
        <h2 className="font-bold text-xl">{title}</h2>
        {lead && <p className="mt-1 text-muted">{lead}</p>}
      </div>
      {children}
    </Card>
  );
}
