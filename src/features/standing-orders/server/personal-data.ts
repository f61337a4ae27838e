import { listOf, type PersonalData } from '#platform/server/personal-data.ts';
import { weekdaysOf } from '#standing-orders/rules/weekdays.ts';
import { standingOrderDays, standingOrderLines, standingOrders } from './tables.ts';

const readOrders = listOf(standingOrders);

export const standingData: PersonalData<unknown> = {
  lists: {
    async standingOrders(...read) {
      const rows = await readOrders(...read);
      return rows.map(({ weekdayBits, ...row }) => ({
        ...row,
        weekdays: weekdaysOf(Number(weekdayBits)),
      }));
    },
    standingOrderLines: listOf(standingOrderLines, { orderBy: 'standingOrderId id' }),
    standingOrderDays: listOf(standingOrderDays),
  },
};
