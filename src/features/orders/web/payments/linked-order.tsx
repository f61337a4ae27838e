import { Link } from '@tanstack/react-router';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { isDisputed, isEnded } from '#orders/rules/order-facts.ts';
import { type LinkedOrder as OrderLink, paymentFailureText } from '#orders/rules/payment.ts';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { buttonClass, Card, Skeleton } from '#ui/elements.tsx';
import { Notice, QueryView, StateMessage } from '#ui/feedback.tsx';
import { Container } from '#web/page-frame.tsx';
import { readFailure } from '#web/rpc.ts';
import { type RouterOutputs, trpc } from '#web/trpc.ts';
import { orderStatusText } from '../order-status.tsx';
import { orderedText } from '../order-texts.ts';
import { PayingPhone } from './payment-panel.tsx';

const POLL_MILLISECONDS = 5000;
const OVER: readonly string[] = ['NOT_FOUND', 'INVALID_INPUT'];

export function LinkedOrder({ link }: { link: OrderLink }) {
  const query = trpc.market.linkedOrder.useQuery(link, {
    refetchInterval: ({ state }) => state.data?.paymentStatus === 'processing' && POLL_MILLISECONDS,
  });
  const pay = trpc.market.payLinkedOrder.useMutation({ onSettled: () => query.refetch() });
  const { orderId } = link;
  return (
    <main id="main" className="pt-3 pb-12 sm:pt-6">
      <Container width="form">
        <h1 tabIndex={-1} className="mb-3 font-extrabold text-2xl sm:text-3xl">
          {m.orderNumber({ id: orderId })}
        </h1>
        {OVER.includes(readFailure(query.error).code ?? '') ? (
          <StateMessage picture="/art/empty/not-found.svg" title={m.linkedOrderOver()}>
            <Link to="/login" search={{ redirect: `/orders/${orderId}` }} className={buttonClass()}>
              {m.buyerLoginPageTitle()}
            </Link>
          </StateMessage>
        ) : (
          <QueryView query={query} skeleton={<Skeleton className="h-96 rounded-card!" />}>
            {(order) => (
              <Card className="grid gap-4 p-4!">
                <Goods order={order} />
                {order.failure && <Notice type="error">{paymentFailureText(order.failure)}</Notice>}
                {order.isPayable ? (
                  <PayingPhone
                    knownNumber=""
                    label={m.paymentPay({ amount: moneyText(order.toPay) })}
                    isBusy={pay.isPending}
                    pay={(phoneNumber) => pay.mutateAsync({ ...link, phoneNumber })}
                  />
                ) : (
                  <p role="status" className="font-bold text-lg">
                    {stateText(order)}
                  </p>
                )}
              </Card>
            )}
          </QueryView>
        )}
      </Container>
    </main>
  );
}

type Answer = RouterOutputs['market']['linkedOrder'];

function Goods({ order }: { order: Answer }) {
  const { farmName, county, lines, deliveryFee, total } = order;
  const priced = [
    ...lines.map((line) => [`${line.name}, ${orderedText(line)}`, line.total] as const),
    ...(deliveryFee > 0 ? [[m.deliveryFeeLabel(), deliveryFee] as const] : []),
  ];
  return (
    <div className="grid gap-3">
      {farmName !== null && county !== null && (
        <p className="text-muted">{farmTitle({ farmName, county })}</p>
      )}
      <dl className="grid gap-1.5">
        {priced.map(([name, cost]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="wrap-anywhere min-w-0">{name}</dt>
            <dd className="ml-auto tabular-nums">{moneyText(cost)}</dd>
          </div>
        ))}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-t pt-2">
          <dt className="font-semibold">{m.orderTotal()}</dt>
          <dd className="ml-auto font-extrabold text-2xl tabular-nums">{moneyText(total)}</dd>
        </div>
      </dl>
    </div>
  );
}

function stateText({ status, paymentStatus, total }: Answer): string {
  if (paymentStatus === 'processing') return m.paymentCheckPhone();
  if (paymentStatus === 'paid' && !isEnded(status) && !isDisputed(status))
    return m.orderMoneyHeld({ amount: moneyText(total) });
  return orderStatusText(status, 'delivery');
}
