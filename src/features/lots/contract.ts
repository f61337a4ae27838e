/*
 * One file because it is the list of all operations of lots. Money in KES, quantities in the lot's
 * unit.
 */

import * as z from 'zod/mini';
import { lastRequest } from '#orders/contract/parts.ts';
import { photoAnswer } from '#photos/contract.ts';
import { day, moment, named, nextCursor, noted, operation } from '#platform/contract.ts';
import { units } from '#products/rules/product.ts';
import { lotStatuses, shareStatuses } from './rules/lot.ts';
import {
  askForLotInput,
  extendLotInput,
  giveShareInput,
  listLotsInput,
  lotIdInput,
  offerRideInput,
  payLotInput,
  proposeSharesInput,
  takeLotInput,
  takeRideInput,
} from './rules/lot-input.ts';

const id = z.int();
const text = z.string();
const amount = z.number();

const point = named(
  'LotPoint',
  z.object({
    id: noted(id, 'Its id.', 31),
    name: noted(text, 'Its name.', 'Njoro market'),
    latitude: noted(amount, 'WGS84 degrees.', -0.33),
    longitude: noted(amount, 'WGS84 degrees.', 35.94),
    fromHour: noted(z.int(), 'From this hour, in Nairobi.', 6),
    untilHour: noted(z.int(), 'Until this hour, in Nairobi.', 9),
  }),
);

const share = named(
  'LotShare',
  z.object({
    id: noted(id, 'The id of the share.', 7),
    farmId: noted(id, 'The id of the farm.', 5),
    farmName: noted(text, 'The name of the farm.', 'Wanjiku Farm'),
    county: noted(text, 'The county of the farm.', 'Nakuru'),
    productId: noted(z.nullable(id), 'The product whose stock is reserved.', 17),
    pointId: noted(id, 'The collection point of the share.', 31),
    quantity: noted(amount, 'How much the farm gives.', 200),
    status: noted(z.enum(shareStatuses), '`asked` for an hour, or `proposed` by a clerk.', 'given'),
    askedUntil: noted(z.nullable(moment), 'Until when a farm in line can answer.', null),
    orderId: noted(z.nullable(id), 'The order that the share became, or null.', null),
    handoverCode: noted(
      z.nullable(text),
      'For the buyer, the code of a dispatched order; null otherwise.',
      '4821',
    ),
    isPaid: noted(z.boolean(), 'Whether its order is paid.', false),
    isCancelled: noted(z.boolean(), 'Whether its order ended without a delivery.', false),
    isWeighed: noted(z.boolean(), 'Whether the farm has weighed it.', false),
  }),
);

const ride = z.object({
  id: noted(id, 'A changed offer has a new id.', 9),
  farmId: noted(id, 'The carrier.', 5),
  farmName: noted(text, 'Its name.', 'Wanjiku Farm'),
  county: noted(text, 'The county of the farm.', 'Nakuru'),
  pointIds: noted(z.array(id), 'The points that it goes to.', [31]),
  price: noted(amount, 'KES for all that lies there.', 3000),
  orderId: noted(z.nullable(id), 'The order, once the buyer has agreed.', null),
  parts: noted(
    z.array(z.object({ shareId: noted(id, 'The share.'), amount: noted(amount, 'KES.', 120.5) })),
    'By kilos and kilometres; for a farm that of its share.',
  ),
});

/** One for everybody: visitors see no shares, farmers their own. */
const lot = named(
  'Lot',
  z.object({
    id: noted(id, 'The id of the lot.', 12),
    status: noted(z.enum(lotStatuses), '`closed` until the buyer decides.', 'open'),
    crop: noted(text, 'The id of the crop.', 'maize'),
    en: noted(text, 'The English name of the crop.', 'Maize'),
    sw: noted(text, 'The Swahili name of the crop.', 'Mahindi'),
    unit: noted(z.enum(units), 'What quantities and the price count.', 'kg'),
    netWeightKg: noted(z.nullable(amount), 'Kilograms in one unit, or null.', null),
    quantity: noted(amount, 'How much the buyer asks for.', 5000),
    leastQuantity: noted(amount, 'The buyer takes no less.', 3000),
    smallestShare: noted(amount, 'The smallest share of a farm.', 50),
    quality: noted(text, 'What the buyer expects of the goods.', 'Dry, at most 13 % moisture'),
    photo: noted(z.nullable(photoAnswer), 'A photo of such goods, or null.', null),
    price: noted(amount, 'KES for one unit.', 42),
    day: noted(day, 'The day of the collection, in Nairobi.', '2026-12-04'),
    place: noted(text, 'Where the goods go.', 'Nakuru'),
    closesAt: noted(moment, 'Until when farms can give shares.', '2026-12-03T09:00:00.000Z'),
    given: noted(amount, 'How much the farms give.', 1200),
    left: noted(amount, 'How much is left to give.', 3800),
    isOpen: noted(z.boolean(), 'Whether farms can give shares now.', true),
    repeatsWeekly: noted(z.boolean(), 'Whether the buyer asks for it every week.', false),
    points: noted(z.array(point), 'The collection points.'),
    createdAt: noted(moment, 'When it was asked for.', '2026-11-29T09:00:00.000Z'),
    distanceKm: noted(
      z.nullable(amount),
      "To the nearest point in a farm's list; null elsewhere.",
      4.2,
    ),
    shares: noted(z.array(share), 'The buyer sees all, a farm its own.'),
    rides: noted(z.array(ride), 'Offers of transport that concern the caller.'),
    decideBy: noted(z.nullable(moment), 'For the buyer, when a closed lot lapses, or null.', null),
    unpaidOrders: noted(z.int(), 'For the buyer, orders to pay by M-Pesa.', 0),
    toPay: noted(amount, 'KES for these orders.', 0),
    payment: lastRequest,
    isExtendable: noted(z.boolean(), 'Whether the buyer can extend it.', true),
  }),
);
const lots = z.object({ lots: noted(z.array(lot), 'At most 50.'), nextCursor });

/** Of one lot; each operation replaces what differs. */
const one = {
  input: lotIdInput,
  answer: lot,
  under: 'lot',
  fromPath: { id: 'lotId' },
  notes: {
    'path.id': ['The id of the lot.', 12],
    lot: ['The lot.'],
    photoId: ['Of POST /api/buyer/photos, for one lot.', 7],
    paymentMethod: ['How the buyer pays.', 'M-Pesa'],
    phoneNumber: ['The phone to ask.', '0712345678'],
    rideId: ['The id of the offer.', 9],
    price: ['Whole KES.', 3000],
    quantity: ['In the unit of the lot.', 200],
    productId: ["Without it, the farm's product of the crop with the largest stock.", 17],
    pointId: ['Without it, the nearest collection point.', 31],
    waits: ['Waits in line if so much is not left.', false],
    shares: ['At most 50.'],
    farmerId: ['The id of the member.', 5],
  },
  errors: ['LOT_NOT_FOUND'],
} as const;

export const browseLots = operation({
  by: 'anyone',
  rest: 'GET /api/lots',
  summary: 'List lots that take shares',
  details: 'The first to close first.',
  input: listLotsInput,
  answer: lots,
});
export const browseLot = operation({
  ...one,
  by: 'anyone',
  rest: 'GET /api/lots/:id',
  summary: 'Read a lot',
});

const own = { ...one, by: 'buyer', keys: ['orders'], own: 'lot' } as const;

export const listOwnLots = operation({
  by: 'buyer',
  keys: ['read', 'orders'],
  rest: 'GET /api/buyer/lots',
  summary: 'List your lots',
  details: 'The newest first.',
  answer: lots,
});
export const openOwnLot = operation({
  ...own,
  keys: ['read', 'orders'],
  rest: 'GET /api/buyer/lots/:id',
  summary: 'Read your lot with its shares',
});
export const askForLot = operation({
  by: 'buyer',
  keys: ['orders'],
  rest: 'POST /api/buyer/lots',
  summary: 'Ask for a lot',
  details: 'Farms near its collection points are told.',
  input: askForLotInput,
  answer: lot,
  under: 'lot',
  once: true,
  status: 201,
  errors: ['LOT_NEEDS_PROOF', 'LOT_DAY_WRONG', 'TOO_MANY_LOTS', 'PHOTO_NOT_FOUND'],
});
export const extendLot = operation({
  ...own,
  rest: 'POST /api/buyer/lots/:id/extend',
  summary: 'Let a lot take shares for longer',
  details: 'Once.',
  input: extendLotInput,
  errors: ['LOT_NOT_FOUND', 'LOT_STEP_NOT_ALLOWED', 'LOT_DAY_WRONG'],
});
export const letLotGo = operation({
  ...own,
  rest: 'POST /api/buyer/lots/:id/let-go',
  summary: 'Let a lot go',
  details: 'The farms have their stock again.',
  changes: 'stock',
  errors: ['LOT_NOT_FOUND', 'LOT_STEP_NOT_ALLOWED'],
});
export const takeLot = operation({
  ...own,
  rest: 'POST /api/buyer/lots/:id/take',
  summary: 'Take a closed lot',
  details: "One order for each farm, at the lot's price. Taking it again changes nothing.",
  input: takeLotInput,
  errors: ['LOT_NOT_FOUND', 'LOT_STEP_NOT_ALLOWED', 'LOT_BELOW_LEAST', 'MPESA_NOT_AVAILABLE'],
});
export const takeRide = operation({
  ...own,
  rest: 'POST /api/buyer/lots/:id/ride',
  summary: 'Agree to transport for a taken lot',
  input: takeRideInput,
  errors: ['LOT_NOT_FOUND', 'LOT_STEP_NOT_ALLOWED', 'OWN_FARM', 'MPESA_ORDER_TOO_LARGE'],
});
export const payLot = operation({
  ...one,
  by: 'buyer',
  own: 'lot',
  rest: 'POST /api/buyer/lots/:id/pay',
  summary: 'Pay for a taken lot by M-Pesa',
  details: "One request for all orders, up to M-Pesa's limit. A refusal stops it.",
  input: payLotInput,
  errors: ['LOT_NOT_FOUND', 'NOT_PAYABLE', 'MPESA_NOT_AVAILABLE', 'MPESA_UNREACHABLE'],
});
export const stopRepeating = operation({
  ...own,
  rest: 'POST /api/buyer/lots/:id/stop',
  summary: 'Stop repeating a lot',
});

const ofFarm = { ...one, by: 'farmer' } as const;

export const listLotsForFarm = operation({
  by: 'farmer',
  keys: ['read', 'stock'],
  rest: 'GET /api/farmer/lots',
  summary: 'List lots near the farm',
  details: 'Within 50 km, the nearest first, and those that the farm has a share of.',
  answer: lots,
});
export const openLotForFarm = operation({
  ...ofFarm,
  keys: ['read', 'stock'],
  rest: 'GET /api/farmer/lots/:id',
  summary: 'Read a lot with the share of the farm',
});
export const giveShare = operation({
  ...ofFarm,
  keys: ['stock'],
  rest: 'PUT /api/farmer/lots/:id/share',
  summary: 'Give a share of a lot, or change it',
  details: 'It reserves the stock of the product. Sending it again changes nothing.',
  input: giveShareInput,
  changes: 'stock',
  errors: [
    'LOT_NOT_FOUND',
    'LOT_CLOSED',
    'LOT_LEFT',
    'SHARE_TOO_SMALL',
    'SHARE_CROP_WRONG',
    'LOT_POINT_UNKNOWN',
    'OUT_OF_STOCK',
    'OWN_FARM',
    'SUSPENDED',
    'MPESA_ORDER_TOO_SMALL',
    'MPESA_ORDER_TOO_LARGE',
  ],
});
export const takeShareBack = operation({
  ...ofFarm,
  keys: ['stock'],
  rest: 'DELETE /api/farmer/lots/:id/share',
  summary: 'Take a share back',
  details: 'Until the lot closes; those in line can leave it at any time.',
  changes: 'stock',
  errors: ['LOT_NOT_FOUND', 'LOT_CLOSED'],
});

export const offerRide = operation({
  ...ofFarm,
  rest: 'PUT /api/farmer/lots/:id/ride',
  summary: 'Offer transport within 50 km, or change the offer',
  input: offerRideInput,
  errors: ['LOT_NOT_FOUND', 'LOT_STEP_NOT_ALLOWED', 'LOT_POINT_UNKNOWN', 'LOT_TOO_FAR'],
});
export const withdrawRide = operation({
  ...ofFarm,
  rest: 'DELETE /api/farmer/lots/:id/ride',
  summary: 'Withdraw an offer of transport',
});

const ofClerk = { ...one, by: 'user' } as const;

export const listMemberShares = operation({
  ...ofClerk,
  rest: 'GET /api/agent/lots/:id/shares',
  summary: 'Read a lot with the shares of your members',
  details: 'Members are the farmers whom you signed up.',
});
export const proposeShares = operation({
  ...ofClerk,
  rest: 'PUT /api/agent/lots/:id/shares',
  summary: 'Propose shares to your members',
  details: 'Each is asked by SMS, once for a quantity. All or none.',
  input: proposeSharesInput,
  errors: [...giveShare.errors, 'FARM_NOT_FOUND', 'SHARE_OF_MEMBER'],
});
