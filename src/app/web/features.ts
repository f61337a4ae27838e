import { offlineMessages } from '#features/messages/web/offline.ts';
import { offlineOrders } from '#features/orders/web/offline.ts';
import { offlineProducts } from '#features/products/web/offline.ts';

/** Any page can send all of them, also after a reload. */
export const kinds = { ...offlineProducts, ...offlineOrders, ...offlineMessages };
