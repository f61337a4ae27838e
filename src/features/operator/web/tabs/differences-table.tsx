import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { Badge, type BadgeTone } from '#ui/feedback.tsx';
import { timeText } from '#ui/format.ts';
import type { RouterOutputs } from '#web/trpc.ts';

export type Reconciliation = RouterOutputs['desk']['statement'];
type Difference = Reconciliation['differences'][number];

const kinds: Record<Difference['what'], { tone: BadgeTone; text: () => string }> = {
  theirsOnly: { tone: 'maize', text: m.reconcileTheirsOnly },
  oursOnly: { tone: 'soil', text: m.reconcileOursOnly },
  otherAmount: { tone: 'soil', text: m.deskStateHeld },
  otherName: { tone: 'sky', text: m.reconcileOtherName },
};

const movementTexts = {
  payment: m.reconcilePayment,
  payout: m.reconcilePayout,
  refund: m.reconcileRefund,
} satisfies Record<NonNullable<Difference['ours']>['kind'], unknown>;

const columns = (): Column<Difference>[] => [
  {
    key: 'what',
    header: m.reconcileWhat(),
    isTitle: true,
    cell: ({ what, closedReason }) => (
      <>
        <Badge tone={kinds[what].tone}>{kinds[what].text()}</Badge>
        {closedReason && (
          <p className="mt-1 font-normal text-muted text-sm">
            {m.reconcileClosed({ reason: closedReason })}
          </p>
        )}
      </>
    ),
  },
  {
    key: 'receipt',
    header: m.reconcileReceipt(),
    cell: ({ receipt }) => <span className="whitespace-nowrap">{receipt ?? '–'}</span>,
  },
  { key: 'when', header: m.reconcileWhen(), cell: ({ at }) => timeText(at) },
  {
    key: 'mpesa',
    header: m.paymentMethodMpesa(),
    cell: ({ theirs }) => <Side amount={theirs?.amount} text={theirs?.otherParty} />,
  },
  {
    key: 'ours',
    header: m.reconcileOurs(),
    cell: ({ ours }) => (
      <Side
        amount={ours?.amount}
        text={ours && movementTexts[ours.kind]({ orderId: ours.orderId })}
        name={ours?.payee}
      />
    ),
  },
];

export function DifferencesTable({ differences }: { differences: readonly Difference[] }) {
  return (
    <div className="xl:rounded-card xl:border xl:border-line xl:bg-card">
      <DataTable
        caption={m.reconcileDifferences()}
        columns={columns()}
        rows={differences}
        rowKey={({ receipt, theirs, ours }) =>
          `${receipt} ${theirs ? 'theirs' : ''} ${ours?.kind} ${ours?.id}`
        }
      />
    </div>
  );
}

type SideProps = {
  amount: number | undefined;
  text: string | null | undefined;
  name?: string | null | undefined;
};

function Side({ amount, text, name }: SideProps) {
  if (amount === undefined) return '–';
  return (
    <>
      <span className="block whitespace-nowrap font-semibold tabular-nums">
        {moneyText(amount)}
      </span>
      {text && <span className="block text-muted text-sm wrap-anywhere">{text}</span>}
      {name && <span className="block text-muted text-sm wrap-anywhere">{name}</span>}
    </>
  );
}
