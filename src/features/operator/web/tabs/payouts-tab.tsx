import { useState } from 'react';
import { moneyText, shillingsOf } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { Badge, EmptyState, Notice, QueryView } from '#ui/feedback.tsx';
import { CheckboxField } from '#ui/field.tsx';
import { dateText } from '#ui/format.ts';
import { trpc } from '#web/trpc.ts';
import { statusText } from '../case-texts.ts';
import { type PayoutRow, useDeskSearch } from '../desk-client.ts';
import { RowButton, RowList } from '../desk-parts.tsx';

export function PayoutsTab() {
  const { go } = useDeskSearch();
  const [isAll, setIsAll] = useState(false);
  const [after, setAfter] = useState<(number | null)[]>([null]);
  const query = trpc.desk.cases.payouts.useQuery({ isAll, afterId: after.at(-1) ?? null });
  const choose = (chosen: boolean) => {
    setIsAll(chosen);
    setAfter([null]);
  };
  return (
    <div className="grid max-w-prose gap-3">
      <CheckboxField
        label={m.deskAllPayouts()}
        checked={isAll}
        onChange={({ target }) => choose(target.checked)}
      />
      <QueryView query={query} skeleton={<Skeleton className="h-96 w-full" />}>
        {({ payouts, unverified, isLast }) => (
          <>
            {unverified && unverified.number > 0 && (
              <Notice type="info">
                {m.deskPayoutsUnverified({
                  number: unverified.number,
                  amount: moneyText(unverified.amount),
                })}
              </Notice>
            )}
            {payouts.length === 0 ? (
              <EmptyState picture="orders" title={m.deskNoPayouts()} />
            ) : (
              <RowList>
                {payouts.map((payout) => (
                  <PayoutItem
                    key={payout.id}
                    payout={payout}
                    onOpen={() => go({ tab: 'cases', open: { page: 'order', id: payout.orderId } })}
                  />
                ))}
              </RowList>
            )}
            <div className="flex gap-2">
              {after.length > 1 && (
                <Button variant="secondary" onClick={() => setAfter(after.slice(0, -1))}>
                  {m.stepBack()}
                </Button>
              )}
              {!isLast && (
                <Button
                  variant="secondary"
                  onClick={() => setAfter([...after, payouts.at(-1)?.id ?? null])}
                >
                  {m.farmTabMore()}
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

const tones = {
  due: 'sky',
  sent: 'sky',
  paid: 'leaf',
  failed: 'soil',
  unknown: 'maize',
  cancelled: 'plain',
  credited: 'leaf',
} as const;

function PayoutItem({ payout, onOpen }: { payout: PayoutRow; onOpen: () => void }) {
  const { id, orderId, status, cents, who, said, isUnverified, heldUntil } = payout;
  return (
    <RowButton
      isOpen={false}
      onClick={onOpen}
      first={
        <>
          <Badge tone={tones[status]}>{statusText('payout', status)}</Badge>
          <span className="wrap-anywhere text-muted text-sm">
            {who.includes('@') ? who : phoneText(who)}
          </span>
        </>
      }
      second={[
        m.deskPayoutNumber({ id }),
        m.deskOrderNumber({ id: orderId }),
        isUnverified && m.deskUnverified(),
        said,
      ]
        .filter(Boolean)
        .join(' · ')}
      figure={moneyText(shillingsOf(cents))}
      note={dateText(heldUntil)}
    />
  );
}
