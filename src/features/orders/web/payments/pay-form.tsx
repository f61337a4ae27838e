import { type FormEvent, useState } from 'react';
import { payOrderInput } from '#orders/rules/payment.ts';
import { moneyText } from '#platform/rules/money.ts';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { fieldText } from '#platform/rules/text/field-texts.ts';
import { type Failure, readFailure, sayFailure } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { FormBanner } from '#ui/feedback/notice.tsx';
import { Button } from '#ui/form/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { phoneFieldText } from '#ui/format/contact-text.tsx';
import type { Order } from '../buyer/order.tsx';

const fallbacks = { failed: m.sendFailed, connectionLost: m.paymentConnectionLost };

type PayFormProps = { order: Order; label: (values: { amount: string }) => string };

export function PayForm({ order: { id: orderId, toPay, payment }, label }: PayFormProps) {
  const cache = trpc.useUtils();
  const profile = trpc.buyer.profile.useQuery();
  const pay = trpc.buyer.orders.pay.useMutation({
    onSettled: () => cache.buyer.orders.invalidate(),
  });
  return (
    <PayingPhone
      knownNumber={payment?.phoneNumber ?? profile.data?.phoneNumber ?? ''}
      label={label({ amount: moneyText(toPay) })}
      isBusy={pay.isPending}
      pay={(phoneNumber) => pay.mutateAsync({ orderId, phoneNumber })}
    />
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
  const submit = (event: FormEvent) => {
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
        hint={m.phoneNumberHint()}
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
