import { offlineLots } from '#lots/web/offline.ts';
import { offlineMessages } from '#messages/web/offline.ts';
import { offlineOrders } from '#orders/web/offline.ts';
import { offlineProducts } from '#products/web/offline.ts';

/** Any page can send all of them, also after a reload. */
export const kinds = { ...offlineProducts, ...offlineOrders, ...offlineMessages, ...offlineLots };
