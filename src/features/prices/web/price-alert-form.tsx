import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { County } from '#rules/counties.ts';
import { MONEY_MAX_KES } from '#rules/limits.ts';
import { m } from '#text';
import { Button, buttonClass } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { useSessionRole } from '#web/session.ts';
import { trpc } from '#web/trpc.ts';

type PriceAlertFormProps = { crop: string; county: string | null; median: number | null };

/** A visitor logs in first and returns here. */
export function PriceAlertForm({ crop, county, median }: PriceAlertFormProps) {
  const role = useSessionRole();
  if (role) return <AlertForm crop={crop} county={county} median={median} />;
  const here = `/prices/${crop}${county ? `?county=${encodeURIComponent(county)}` : ''}`;
  return (
    <>
      <p className="mb-3 text-muted">{m.priceAlertVisitor()}</p>
      <Link
        to="/login"
        search={{ redirect: here }}
        className={buttonClass({ variant: 'secondary' })}
      >
        {m.loginButton()}
      </Link>
    </>
  );
}

function AlertForm({ crop, county, median }: PriceAlertFormProps) {
  const utils = trpc.useUtils().priceAlerts;
  const alerts = trpc.priceAlerts.list.useQuery(undefined, { retry: false });
  const hasOne = alerts.data?.alerts.some((alert) => alert.crop === crop) ?? false;
  useOpened(crop, hasOne);
  const own = alerts.data?.alerts.find((alert) => alert.crop === crop && alert.county === county);
  const [typed, setTyped] = useState<string | null>(null);
  const set = trpc.priceAlerts.set.useMutation({
    onSuccess: (data) => {
      utils.list.setData(undefined, data);
      setTyped(null);
      showToast('success', m.priceAlertSaved());
    },
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  function save(event: React.FormEvent) {
    event.preventDefault();
    set.mutate({ crop, county: county as County | null, below: Number(value) });
  }
  const value = typed ?? String(own?.below ?? median ?? '');
  return (
    <form onSubmit={save} className="flex flex-wrap items-end gap-3">
      <label className="grid min-w-48 flex-1 gap-1 font-semibold text-sm">
        {m.priceAlertBelow()}
        <input
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={MONEY_MAX_KES}
          step={1}
          value={value}
          onChange={({ target }) => setTyped(target.value)}
          className="input font-normal"
        />
      </label>
      <Button type="submit" variant="secondary" isBusy={set.isPending}>
        {own ? m.priceAlertChange() : m.followPlace()}
      </Button>
      <p className="w-full text-muted text-sm">{own ? m.priceAlertIsSet() : m.priceAlertHow()}</p>
    </form>
  );
}

function useOpened(crop: string, hasAlert: boolean) {
  const { client, notifications } = trpc.useUtils();
  useEffect(() => {
    if (!hasAlert) return;
    client.priceAlerts.opened.mutate({ crop }).then(
      () => notifications.invalidate(),
      // The notice stays unread in the inbox.
      () => {},
    );
  }, [client, notifications, crop, hasAlert]);
}
