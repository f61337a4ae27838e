import { type ReactNode, useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DataTable } from '#web/ui/layout/data-table.tsx';
import { TabPanel, Tabs } from '#web/ui/layout/tabs.tsx';
import { Specimen } from './specimen.tsx';

const rows = [
  { name: 'Grace Wanjiru', quantity: 120, isGood: true },
  { name: 'James Otieno', quantity: 8, isGood: false },
];
const HALF_PERCENT = 45;

export function SurfaceSpecimens() {
  const [tab, setTab] = useState<'first' | 'second'>('first');
  return (
    <Specimen title={m.demoSurfaces()}>
      <Tabs
        label={m.demoSurfaces()}
        active={tab}
        onChange={setTab}
        tabs={[
          { id: 'first', label: m.demoTable(), count: rows.length },
          { id: 'second', label: m.demoCards() },
        ]}
      />
      <TabPanel id={tab}>
        {tab === 'first' ? (
          <DataTable
            caption={m.demoTable()}
            rows={rows}
            rowKey={({ name }) => name}
            columns={[
              { key: 'name', header: m.demoName(), cell: ({ name }) => name, isTitle: true },
              { key: 'quantity', header: m.demoQuantity(), cell: ({ quantity }) => quantity, isNumeric: true },
              { key: 'state', header: m.demoState(), cell: ({ isGood }) => <State isGood={isGood} /> },
            ]}
          />
        ) : (
          <div className="grid gap-4 sm:grid-cols-3">
            <StatCard label={m.figureFarmers()} value="5,000+" icon={<Avatar name="Grace Wanjiru" />} />
            <Card>{m.featureMoneyText()}</Card>
            <Skeleton className="h-32" />
          </div>
        )}
      </TabPanel>
      <div className="flex flex-wrap gap-2">
        <Badge>{m.demoGood()}</Badge>
        <Badge tone="maize">{m.demoLow()}</Badge>
        <Badge tone="soil">{m.demoDelete()}</Badge>
        <Badge tone="sky">{m.inProgress()}</Badge>
        <Badge tone="plain">{m.close()}</Badge>
      </div>
      <ProgressBar label={m.demoWork()} percent={HALF_PERCENT} />
    </Specimen>
  );
}

function State({ isGood }: { isGood: boolean }) {
  return isGood ? <Badge>{m.demoGood()}</Badge> : <Badge tone="maize">{m.demoLow()}</Badge>;
}

type StatCardProps = { label: string; value: ReactNode; note?: ReactNode; icon?: ReactNode };

/** A figure and what it counts. */
function StatCard({ label, value, note, icon }: StatCardProps) {
  return (
    <Card className="flex items-start gap-4">
      {icon && (
        <span className="grid size-11 shrink-0 place-items-center rounded-field bg-leaf-soft text-on-leaf-soft">{icon}</span>
      )}
      <dl className="flex min-w-0 flex-col-reverse">
        {note && <dd className="mt-1 text-muted text-sm">{note}</dd>}
        <dd className="font-extrabold text-2xl tabular-nums tracking-tight">{value}</dd>
        <dt className="text-muted text-sm">{label}</dt>
      </dl>
    </Card>
  );
}

/** The progress of a long task in per cent; its label names the task. */
function ProgressBar({ label, percent }: { label: string; percent: number }) {
  const whole = Math.round(percent);
  return (
    <div className="grid gap-1">
      <div className="flex justify-between gap-4 text-sm">
        <span>{label}</span>
        <span className="tabular-nums">{whole} %</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={whole}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-leaf-solid transition-[width]" style={{ width: `${whole}%` }} />
      </div>
    </div>
  );
}
