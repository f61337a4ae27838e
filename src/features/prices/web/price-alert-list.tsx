import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { m } from '#text';
import { Button, Card } from '#ui/elements.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { cropNameText, wholeMoneyText } from '../rules/price.ts';

export function PriceAlertList() {
  const utils = trpc.useUtils().priceAlerts;
  const { data } = trpc.priceAlerts.list.useQuery();
  const remove = trpc.priceAlerts.remove.useMutation({
    onSuccess: (rest) => {
      utils.list.setData(undefined, rest);
      showToast('success', m.priceAlertRemoved());
    },
    onError: (error) => showToast('error', failureText(error, m.saveFailed())),
  });
  if (!data || data.alerts.length === 0) return null;
  return (
    <Card>
      <h2 className="font-bold text-xl">{m.priceAlertsTitle()}</h2>
      <ul className="mt-2 divide-y divide-line">
        {data.alerts.map(({ id, crop, county, below, ...name }) => {
          const text = m.priceAlertRow({
            crop: cropNameText(name),
            place: county ?? m.pricesCountry(),
            price: wholeMoneyText(below),
          });
          return (
            <li key={id} className="flex items-center justify-between gap-3">
              <Link
                to="/prices/$crop"
                params={{ crop }}
                search={county ? { county } : {}}
                className="link inline-flex min-h-12 items-center py-2"
              >
                {text}
              </Link>
              <Button
                variant="quiet"
                size="icon"
                aria-label={m.priceAlertRemove({ alert: text })}
                isBusy={remove.isPending && remove.variables.alertId === id}
                onClick={() => remove.mutate({ alertId: id })}
              >
                <Trash2 className="size-5" />
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
