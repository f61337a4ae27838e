import type { Order } from '#orders/web/buyer/order.tsx';
import type { Cart } from '#orders/web/cart/visitor-cart.tsx';
import type { FarmerOrder } from '#orders/web/farmer/order-cells.tsx';
import type { OwnProduct } from '#products/web/use-own-products.ts';

// A fixture has the fields that its screen reads; the server's answers have more.

const line = {
  productId: 7,
  farmId: 3,
  name: 'Maize',
  category: 'Cereals',
  unit: 'bags',
  netWeightKg: 90,
  price: 3200,
  acceptedPrice: 3200,
  quantity: 2,
  total: 6400,
  available: 5,
  problem: null,
  photo: null,
  offerId: null,
  heldUntil: null,
};
const farm = {
  farmId: 3,
  farmName: 'Upendo Farm',
  county: 'Nakuru',
  isFarmVerified: true,
  subtotal: 6400,
  deliveryFee: 200,
  deposit: 0,
  minimumOrder: 1000,
  isBelowMinimum: false,
};

export const cartWith = (changes: { line?: object; farm?: object; cart?: object } = {}): Cart => {
  const lines = [{ ...line, ...changes.line }];
  return {
    lines,
    farms: [{ ...farm, lines, ...changes.farm }],
    total: 6400,
    lineCount: 1,
    ...changes.cart,
  } as unknown as Cart;
};

export const farmQuote = {
  ...farm,
  delivers: true,
  distanceKm: 12,
  coverageKm: 40,
  deliveredTotal: 6600,
  collectedTotal: 6400,
};

export const ownProduct = (changes: object = {}): OwnProduct =>
  ({
    id: 7,
    name: 'Maize',
    category: 'Cereals',
    quantity: 12,
    unit: 'bags',
    price: 3200,
    lowStockBelow: null,
    photos: [],
    ...changes,
  }) as unknown as OwnProduct;

const maize = {
  id: 70,
  productId: 7,
  name: 'Maize',
  quantity: 2,
  orderedQuantity: null,
  available: 2,
  unit: 'bags',
  price: 3200,
  total: 6400,
};

const order = {
  id: 41,
  status: 'pending',
  paymentStatus: 'pending',
  fulfilment: 'delivery',
  lines: [maize],
  deliveryFee: 200,
  deliveryDate: null,
  wishedDay: null,
  wishedPart: null,
  dispute: null,
};

export const farmerOrder = (changes: object = {}): FarmerOrder =>
  ({
    ...order,
    date: '2026-11-20T08:00:00.000Z',
    buyerName: 'Achieng Otieno',
    buyerPhone: null,
    product: 'Maize',
    itemCount: 1,
    amount: 6600,
    paymentMethod: 'M-Pesa',
    deliveryAddress: null,
    deliveryArea: 'Nakuru Town',
    steps: ['confirm', 'reject'],
    ...changes,
  }) as unknown as FarmerOrder;

const placed = {
  at: '2026-11-20T08:00:00.000Z',
  subject: 'status',
  actor: 'buyer',
  to: 'pending',
  reason: null,
  takenAt: null,
  isTakenAtDoubtful: false,
};

export const buyerOrder = (changes: object = {}): Order =>
  ({
    ...order,
    farmId: 3,
    farmName: 'Upendo Farm',
    county: 'Nakuru',
    paymentMethod: 'Cash on delivery',
    deliveryAddress: 'Section 58, Nakuru',
    note: null,
    subtotal: 6400,
    total: 6600,
    credit: 0,
    toPay: 6600,
    refunds: [],
    cancellableUntil: null,
    createdAt: '2026-11-20T08:00:00.000Z',
    reason: null,
    handoverCode: null,
    completesAt: null,
    cancelsAt: null,
    notCollectedDisputableUntil: null,
    isStockReleased: false,
    isFarmerSuspended: false,
    farmPhone: null,
    farmPlace: null,
    payment: null,
    payments: [],
    receipt: null,
    refundReceipt: null,
    review: null,
    steps: ['cancel'],
    events: [placed],
    ...changes,
  }) as unknown as Order;
