import { m } from '#shared/text/compiled/messages.js';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyTable } from './empty-table.tsx';
import { TabHeading } from './tab-heading.tsx';

const columns = [
  ...([m.orderColumnOrder, m.orderColumnBuyer, m.inventoryProduct, m.productQuantityLabel] as const),
  ...([m.orderColumnAmount, m.orderColumnDate, m.orderColumnStatus, m.orderColumnPayment, m.inventoryAction] as const),
];

/** What buyers have ordered. There is nothing to order yet, and the tab says what will stand here. */
export function OrdersTab() {
  return (
    <>
      <TabHeading title={m.farmTabOrders()} lead={m.ordersLead()} />
      <Card className="p-0!">
        <EmptyTable caption={m.farmTabOrders()} headers={columns} />
        <EmptyState picture="orders" title={m.noOrdersTitle()} text={m.noOrdersText()} />
      </Card>
    </>
  );
}
