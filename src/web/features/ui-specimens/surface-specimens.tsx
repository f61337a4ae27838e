import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { Badge } from '#web/ui/feedback/badge.tsx';
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import { Avatar } from '#web/ui/layout/avatar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { DataTable } from '#web/ui/layout/data-table.tsx';
import { StatCard } from '#web/ui/layout/stat-card.tsx';
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
