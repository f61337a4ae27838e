import { useNavigate } from '@tanstack/react-router';
import { Clock, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { PUSH_ANSWER_SECONDS } from '#orders/rules/limits.ts';
import {
  mayBringMoney,
  NO_FUNDS_CODE,
  PHONE_BUSY_CODE,
  paymentFailureText,
  payOrderInput,
} from '#orders/rules/payment.ts';
import { moneyText } from '#rules/amounts.ts';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { fieldText } from '#rules/text/field-texts.ts';
import { m } from '#text';
import { useSecondsLeft } from '#ui/browser/timers.ts';
import { phoneFieldText, phoneText } from '#ui/contact-text.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button, Spinner } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { timeText } from '#ui/format.ts';
import { showToast } from '#ui/show-toast.ts';
import { type Failure, readFailure, sayFailure } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import {
  type Attempt,
  farmText,
  type Order,
  stepFailure,
  useCancelOrder,
  useLeaveDifference,
} from '../buyer/order.tsx';
import { keepLastPayment } from '../checkout/last-choices.ts';

export function PaymentPanel({ order }: { order: Order }) {
  const { paymentMethod, paymentStatus, payment, steps, credit = 0, difference } = order;
  const isDifference = steps.includes('leaveDifference') && difference;
  if (paymentMethod !== 'M-Pesa' || (paymentStatus === 'paid' && !isDifference)) return null;
  if (payment && mayBringMoney(payment)) return <RequestState payment={payment} order={order} />;
  if (isDifference) return <PayDifference order={order} amount={isDifference.amount} />;
  if (!steps.includes('pay')) return null;
  return (
    <section className="grid gap-3 border-line border-t pt-4 print:hidden">
      {credit > 0 && <p>{m.paymentCredit({ amount: moneyText(credit) })}</p>}
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      <PayForm order={order} label={m.paymentPay} />
      {payment?.status === 'failed' && String(payment.resultCode) === NO_FUNDS_CODE && (
        <PayCash order={order} />
      )}
    </section>
  );
}

type RequestStateProps = { payment: Attempt; order?: Order | undefined };

/** A request to the phone that may still bring money. */
function RequestState({ payment, order }: RequestStateProps) {
  if (payment.status === 'held') return <Notice type="error">{m.paymentHeld()}</Notice>;
  return payment.pushAt ? (
    <PaymentTurn payment={payment} pushAt={payment.pushAt} />
  ) : (
    <PaymentWait key={payment.id} payment={payment} order={order} />
  );
}

type PaymentTurnProps = { payment: Attempt; pushAt: string };

/** M-Pesa would refuse a prompt to this phone now. */
function PaymentTurn({
  payment: { phoneNumber, resultCode, ...payment },
  pushAt,
}: PaymentTurnProps) {
  const values = {
    phoneNumber: phoneText(phoneNumber ?? ''),
    amount: moneyText(payment.amount),
    time: timeText(pushAt),
  };
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        <Clock className="size-7" />
      </span>
      <div role="status">
        <h2 className="font-bold text-xl">{m.paymentWaitsTitle(values)}</h2>
        <p className="mt-1 text-muted">
          {resultCode === PHONE_BUSY_CODE
            ? m.paymentWaitsBusy(values)
            : m.paymentWaitsSameAmount(values)}
        </p>
      </div>
    </div>
  );
}

/**
 * An order's payment method never changes, because late M-Pesa money could then be neither kept nor
 * paid out. So this order is cancelled, and its products go to the checkout again with cash
 * selected.
 */
function PayCash({ order }: { order: Order }) {
  const cancel = useCancelOrder();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  if (!order.steps.includes('cancel')) return null;
  const change = async () => {
    try {
      await cancel.mutateAsync({ orderId: order.id });
    } catch {
      return setIsAsking(false);
    }
    keepLastPayment('Cash on delivery');
    await navigate({ to: '/checkout', search: { again: order.id } });
  };
  return (
    <>
      <FormBanner text={stepFailure(cancel.error)} />
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {m.payCashInstead()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isBusy={cancel.isPending}
        isDestructive={false}
        title={m.payCashTitle()}
        text={m.payCashText({ id: order.id, farm: farmText(order) })}
        confirmLabel={m.payCashConfirm()}
        onConfirm={() => void change()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

function PaymentWait({ payment, order }: RequestStateProps) {
  // Erased only together with the account.
  const { status, phoneNumber, requestedAt } = payment;
  // The request may ask for other orders too.
  const amount = moneyText(payment.amount);
  const [endsAt] = useState(() => endOf(requestedAt));
  const secondsLeft = useSecondsLeft(endsAt);
  const isAsking = status !== 'unknown' && secondsLeft > 0;
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <span className="grid size-14 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft">
        {isAsking ? <Smartphone className="size-7" /> : <Spinner />}
      </span>
      <div role="status">
        <h2 className="font-bold text-xl">
          {isAsking ? m.paymentCheckPhone() : m.paymentStillChecking()}
        </h2>
        <p className="mt-1 text-muted">
          {isAsking
            ? m.paymentCheckPhoneText({ amount, phoneNumber: phoneText(phoneNumber ?? '') })
            : m.paymentStillCheckingText()}
          {order && payment.amount > order.total && ` ${m.paymentPaysOthers()}`}
        </p>
      </div>
      {isAsking && (
        // Outside the status region, so that screen readers don't read it every second.
        <p className="font-bold text-lg tabular-nums">
          {m.paymentSecondsLeft({ seconds: secondsLeft })}
        </p>
      )}
    </div>
  );
}

/** The device's clock may be slow: a push in the future counts as just sent. */
function endOf(requestedAt: string): number {
  const ageMilliseconds = Math.max(0, Date.now() - Date.parse(requestedAt));
  return Date.now() + PUSH_ANSWER_SECONDS * 1000 - ageMilliseconds;
}

function PayDifference({ order, amount }: { order: Order; amount: number }) {
  const { id: orderId, payment, steps, weighing: weighingSeen } = order;
  const leave = useLeaveDifference();
  return (
    <section className="grid gap-3 border-line border-t pt-4 print:hidden">
      <h2 className="font-bold text-lg">{m.differenceTitle()}</h2>
      <p>{m.differenceText({ amount: moneyText(amount) })}</p>
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      {steps.includes('pay') && <PayForm order={order} label={m.differencePay} />}
      <FormBanner text={stepFailure(leave.error)} />
      <Button
        variant="secondary"
        size="large"
        isWide
        isBusy={leave.isPending}
        onClick={() =>
          leave.mutate(
            { orderId, weighingSeen },
            { onSuccess: () => showToast('success', m.differenceLeftToast()) },
          )
        }
      >
        {m.differenceLeave()}
      </Button>
    </section>
  );
}

const fallbacks = { failed: m.sendFailed, connectionLost: m.paymentConnectionLost };

type PayFormProps = { order: Order; label: (values: { amount: string }) => string };

function PayForm({ order: { id: orderId, toPay, payment }, label }: PayFormProps) {
  const cache = trpc.useUtils();
  const { knownNumber } = useKnownNumber(payment);
  const pay = trpc.buyer.orders.pay.useMutation({
    onSettled: () => cache.buyer.orders.invalidate(),
  });
  return (
    <PayingPhone
      knownNumber={knownNumber}
      label={label({ amount: moneyText(toPay) })}
      isBusy={pay.isPending}
      pay={(phoneNumber) => pay.mutateAsync({ orderId, phoneNumber })}
    />
  );
}

function useKnownNumber(payment: Attempt | null) {
  const { data: profile, isPending } = trpc.buyer.profile.useQuery();
  return { knownNumber: payment?.phoneNumber ?? profile?.phoneNumber ?? '', isPending };
}

type PayByPhoneProps = Omit<PayingPhoneProps, 'knownNumber'> & {
  payment: Attempt | null;
  children: React.ReactNode;
};

/** For several orders: the last request, or the form for the next one below the children. */
export function PayByPhone({ payment, children, ...form }: PayByPhoneProps) {
  const { knownNumber, isPending } = useKnownNumber(payment);
  if (payment && mayBringMoney(payment)) return <RequestState payment={payment} />;
  return (
    <>
      {payment?.status === 'failed' && <Notice type="error">{paymentFailureText(payment)}</Notice>}
      {children}
      {!isPending && <PayingPhone knownNumber={knownNumber} {...form} />}
    </>
  );
}

type PayingPhoneProps = {
  knownNumber: string;
  label: string;
  isBusy: boolean;
  pay: (phoneNumber: string) => Promise<unknown>;
};

export function PayingPhone({ knownNumber, label, isBusy, pay }: PayingPhoneProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const phoneNumber = typed ?? phoneFieldText(knownNumber);
  const [fieldError, setFieldError] = useState<string | null>(null);
  const [banner, setBanner] = useState<string | null>(null);
  const show = (failure: Failure) => {
    const { phoneNumber: wrong } = failure.fieldErrors;
    if (wrong) setFieldError(wrong);
    else setBanner(sayFailure(failure, fallbacks));
  };
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBanner(null);
    const given = payOrderInput.shape.phoneNumber.safeParse(phoneNumber);
    if (!given.success)
      return setFieldError(fieldText(given.error.issues[0]?.message ?? '', getLocale()));
    pay(given.data).catch((error) => show(readFailure(error)));
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      <TextField
        label={m.paymentPhoneLabel()}
        hint={knownNumber === '' ? m.phoneNumberHint() : undefined}
        type="tel"
        autoComplete="tel"
        value={phoneNumber}
        onChange={(event) => {
          setTyped(event.target.value);
          setFieldError(null);
        }}
        error={fieldError ?? undefined}
      />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        {label}
      </Button>
      <p className="text-muted text-sm">{m.paymentSafety()}</p>
    </form>
  );
}
