import { Banknote, Clock, Smartphone } from 'lucide-react';
import { m } from '#shared/text/compiled/messages.js';
import { figureText, kesText } from '#web/product-texts.ts';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyTable } from './empty-table.tsx';
import { FigureCard } from './figure-card.tsx';
import { TabHeading } from './tab-heading.tsx';

const columns = [
  m.paymentColumnPayment,
  m.orderColumnBuyer,
  m.orderColumnAmount,
  m.paymentColumnMethod,
  m.orderColumnDate,
  m.orderColumnStatus,
];

/** What was paid and what is still to come. Nothing has been, so the figures are what they are: zero. */
export function PaymentsTab() {
  return (
    <>
      <TabHeading title={m.farmTabPayments()} lead={m.paymentsLead()} />
      <div className="mb-5 grid grid-cols-2 gap-3 sm:gap-4 max-md:*:first:col-span-2 md:grid-cols-3">
        <FigureCard label={m.paymentsReceived()} value={kesText(0)} icon={Banknote} />
        <FigureCard label={m.paymentsPending()} value={kesText(0)} icon={Clock} />
        <FigureCard label={m.paymentsMpesa()} value={figureText(0)} icon={Smartphone} />
      </div>
      <Card className="p-0!">
        <EmptyTable caption={m.farmTabPayments()} headers={columns} />
        <EmptyState picture="orders" title={m.noPaymentsTitle()} text={m.noPaymentsText()} />
      </Card>
    </>
  );
}
