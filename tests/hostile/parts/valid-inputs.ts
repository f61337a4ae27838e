import { productFields } from '#tests/factories/forms.ts';
import { buyerSignup, farmerSignup, PASSWORD } from '#tests/factories/people.ts';
import { productForm } from '#tests/factories/products.ts';

type Valid = Record<string, Record<string, unknown>>;

/**
 * One valid input for each procedure, for tests that replace a part of it. A procedure that is
 * missing here gets only generated inputs, which rarely pass its schema.
 */
export function validInputs({ productId }: { productId: number }): Valid {
  const { location, farmType, farmSize } = farmerSignup();
  const { county, subcounty, addressDescription, gpsFix } = location;
  const place = { county, subcounty, addressDescription };
  const lines = [{ productId, quantity: 2.5 }];
  const noOrder = { orderId: 999_999 };
  const signupToken = 'a'.repeat(43);
  const subscription = {
    endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/none',
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  };
  const position = { latitude: -0.4169, longitude: 36.951 };
  const delivery = {
    ...{ fulfilment: 'delivery', deliveryAddress: 'Kilimo Road', ...position },
    ...{ paymentMethod: 'Cash on delivery', note: 'Ring twice', wishedPart: 'morning' },
  };
  return {
    ...each(
      { email: 'a@x.ke', password: PASSWORD },
      `auth.verifyBuyerCredentials auth.verifyFarmerCredentials`,
    ),
    ...each(position, `buyer.orders.quote places.reverse`),
    ...each({ status: 'pending' }, `buyer.orders.list farmer.orders.list`),
    ...each({ orderId: 1 }, `buyer.orders.again buyer.orders.get farmer.orders.get`),
    ...each(noOrder, `buyer.orders.leaveDifference buyer.orders.received farmer.orders.dispatch`),
    ...each({ conversationId: 999_999 }, `conversations.block conversations.unblock`),
    ...each({ offerId: 999_999 }, `offers.decline offers.withdraw offers.release`),
    ...each({ month: '2026-03' }, `farmer.payments.statement farmer.payments.export`),
    ...each({ farmId: 1 }, `market.farm market.farmReviews`),
    'market.facets': { search: 'kale' },
    ...each({ search: 'ka' }, `market.suggestions market.crops`),
    ...each(
      { id: 1 },
      `push.removeDevice buyer.standingOrders.pause buyer.standingOrders.resume
      buyer.standingOrders.end`,
    ),
    'auth.signupBuyer': { ...buyerSignup({ email: 'fresh@x.ke' }), city: 'Thika' },
    'auth.signupFarmer': { ...farmerSignup({ email: 'fresh@x.ke' }), signupToken },
    'auth.signupFarmerByPhone': { ...farmerSignup(), signupToken },
    'auth.forgotPassword': { email: 'a@x.ke' },
    'auth.judgePassword': { password: PASSWORD },
    'auth.resetPassword': { email: 'a@x.ke', otp: '123456', password: PASSWORD },
    'auth.openPhoneLink': { token: signupToken, isConfirmed: true },
    'auth.endSession': { tokenHash: 'a'.repeat(64) },
    'auth.changePassword': { password: PASSWORD, newPassword: 'Mpya-kabisa-2026' },
    'auth.setLanguage': { language: 'sw' },
    'auth.deleteAccount': { password: 'Not-the-one-2026' },
    'otp.send': { email: 'a@x.ke', purpose: 'signup' },
    'otp.verify': {
      ...{ email: 'a@x.ke', purpose: 'signup', otp: '123456', rememberMe: true },
      userType: 'farmer',
    },
    'auth.addEmail': { email: 'fresh@x.ke', password: PASSWORD, signupToken },
    'phone.setPin': { pin: '4821', password: 'Not-the-one-2026' },
    'phone.signUpFarmer': { ...farmerSignup(), language: 'sw', pin: '4821', signupToken },
    'buyer.editProfile': { ...buyerSignup(), deliveryAddress: 'Kilimo Road', city: 'Thika' },
    'buyer.products': { search: 'kale', category: 'vegetables', sort: 'newest', limit: 20 },
    ...each({ lines }, `buyer.cart.put buyer.cart.add market.cart farmer.products.setQuantities`),
    ...each({ productId, quantity: 2.5 }, `buyer.cart.setLine farmer.products.setQuantity`),
    ...each({ productId: 999_999 }, `buyer.cart.remove farmer.products.delete`),
    'buyer.orders.place': {
      idempotencyKey: 'key-1',
      order: {
        farms: [{ farmId: 1, fulfilment: 'collection' }],
        ...delivery,
        wishedDay: '2026-03-03',
        expectedTotal: 100,
        expectedDeposit: 0,
      },
    },
    'buyer.orders.cancel': { ...noOrder, reason: 'Changed my mind' },
    'buyer.orders.dispute': { ...noOrder, reason: 'Rotten' },
    'buyer.orders.pay': { orderId: 1, phoneNumber: '0722000111' },
    'buyer.orders.rate': { ...noOrder, rating: 5, text: 'Fresh' },
    'conversations.start': { productId, text: 'Is it still good?' },
    'conversations.list': { search: 'good', limit: 20 },
    'conversations.get': { conversationId: 1, limit: 20 },
    'conversations.send': { conversationId: 1, text: 'Yes, picked today' },
    'conversations.read': { conversationId: 1, upTo: 1 },
    'conversations.report': { conversationId: 999_999, reason: 'Asks for my PIN' },
    'offers.make': { conversationId: 1, quantity: 5, price: 40, validDays: 1 },
    'offers.accept': { offerId: 1 },
    'offers.counter': { offerId: 1, quantity: 5, price: 45 },
    'farmer.payments.list': {},
    'farmer.orders.confirm': { ...noOrder, deliveryDate: '2026-04-01' },
    'farmer.orders.weigh': { ...noOrder, lines: [{ lineId: 1, weight: 2.5 }] },
    'farmer.orders.shorten': { ...noOrder, lines: [{ lineId: 1, quantity: 2.5 }] },
    'farmer.orders.reject': { ...noOrder, reason: 'None left' },
    'farmer.orders.cancel': { ...noOrder, reason: 'No lorry' },
    'farmer.orders.complete': { ...noOrder, handoverCode: '1234' },
    'farmer.orders.answerDispute': { ...noOrder, answer: 'They were fresh' },
    'farmer.orders.rateBuyer': { ...noOrder, rating: 4 },
    'farmer.orders.answerReview': { ...noOrder, answer: 'Thank you' },
    'market.linkedOrder': { orderId: 1, until: 1, signature: 'ab' },
    'market.payLinkedOrder': {
      ...{ orderId: 1, until: 1, signature: 'ab' },
      phoneNumber: '0722000111',
    },
    'market.farmRatings': { farmIds: [1] },
    'farmer.editFarm': {
      ...{ firstName: 'Wanjiru', lastName: 'Kamau', farmName: 'Kilima', farmType, farmSize },
      ...place,
      ...{ geofenceRadius: 500, deliveryFee: 100, minimumOrder: 50 },
    },
    'farmer.moveFarm': { position, gpsFix, ...place },
    'farmer.changePhoneNumber': { phoneNumber: '0712345678', password: PASSWORD },
    'farmer.products.list': { search: 'kale', category: 'Vegetables' },
    'farmer.products.create': {
      ...productForm(),
      harvestDate: '2026-03-01',
      expiryDate: '2026-04-01',
      isOrganic: true,
    },
    'farmer.products.edit': { ...productForm(), productId },
    'market.cards': { search: 'kale', category: 'vegetables', farmId: 1, ...position },
    'market.guessCrop': { name: 'Sukuma wiki' },
    'market.cropCards': { crop: 'kale', productId, ...position },
    'market.prices': { crop: 'kale', county: 'Nyeri', weeks: 4 },
    'market.priceMovers': { days: 30 },
    'market.priceHint': { crop: 'kale', county: 'Nyeri' },
    'market.priceOverview': { search: 'kale', crop: 'kale' },
    'market.cropPage': { crop: 'kale', county: 'Nyeri' },
    'market.product': { productId, ...position },
    'places.search': { query: 'Nyeri' },
    'notifications.list': { limit: 5 },
    'notifications.read': { upTo: 5 },
    'notifications.setPreferences': { topic: 'messages', channel: 'push', isOn: false },
    'push.subscribe': subscription,
    'push.unsubscribe': { endpoint: subscription.endpoint },
    'buyer.standingOrders.create': {
      weekdays: [2, 5],
      lines: [{ productId, quantity: 2, ceiling: 60, unit: 'kg', netWeightKg: null }],
      whenMissing: 'nearest',
      ...delivery,
    },
    'buyer.standingOrders.skip': { id: 1, day: '2026-03-03' },
    'buyer.standingOrders.change': {
      id: 1,
      day: '2026-03-03',
      version: 0,
      lines: [{ lineId: 1, quantity: 1, productId, ceiling: 60, deliveryFee: 100 }],
    },
    'follows.add': { kind: 'product', productId },
    'follows.remove': { kind: 'place', ...position, name: 'Nyeri' },
    'follows.opened': { kind: 'farm', farmId: 1 },
    'priceAlerts.set': { crop: 'kale', county: 'Nyeri', below: 40 },
    'priceAlerts.opened': { crop: 'kale' },
    'priceAlerts.remove': { alertId: 1 },
  };
}

const each = (input: object, names: string) =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, { ...input }]));

export function validBodies({ productId }: { productId: number }): Valid {
  const inputs = validInputs({ productId });
  return {
    '/api/auth/buyer/signup': inputs['auth.signupBuyer'] ?? {},
    '/api/auth/farmer/signup': inputs['auth.signupFarmer'] ?? {},
    '/api/auth/signup': { ...inputs['auth.signupBuyer'], userType: 'buyer' },
    '/api/auth/login': { ...inputs['auth.verifyBuyerCredentials'], userType: 'buyer' },
    '/api/auth/verify-otp': inputs['otp.verify'] ?? {},
    '/api/auth/send-otp': inputs['otp.send'] ?? {},
    '/api/auth/reset-password': inputs['auth.resetPassword'] ?? {},
    '/api/farmer/products': productFields({ product_id: String(productId) }),
    '/api/notifications/read': inputs['notifications.read'] ?? {},
    '/api/push/subscriptions': inputs['push.subscribe'] ?? {},
    '/api/farmer/products/:id/quantity': { quantity: 5, quantitySeen: 5 },
  };
}
