import { isReserved } from '#features/messages/server/reserved-queries.ts';
import { sendSmsNow } from '#features/notifications/server/send-sms-now.ts';
import { claimSms } from '#features/notifications/server/sms-causes.ts';
import { readFarmStanding } from '#features/orders/server/farm-standing-queries.ts';
import { isUserProven, sumBytesOfUnproven } from '#features/orders/server/proof-queries.ts';
import { writeNoticeSms } from '#features/phones/server/write-notice-sms.ts';
import {
  observeAskedPrice,
  observePaidPrices,
} from '#features/prices/server/observation-queries.ts';
import type { PriceRecords } from '#features/products/server/price-records.ts';

const priceRecords: PriceRecords = {
  recordAsked: observeAskedPrice,
  recordPaid: observePaidPrices,
};

/** Services for features that must not import the feature that provides them. */
export const forLowerFeatures = {
  isProven: isUserProven,
  sumBytesOfUnproven,
  accountSms: { claim: claimSms, send: sendSmsNow },
  readFarmStanding,
  isReserved,
  priceRecords,
  writeSms: writeNoticeSms,
};
