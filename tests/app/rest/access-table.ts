import { operations } from '#features/operator/server/operations/all-operations.ts';

/**
 * Who may use each procedure and REST path; authorization.test.ts fails if one is missing here.
 * `own` names a resource that belongs to one person: another user of the same role gets a 404 and
 * changes nothing. strangers.test.ts tries each of these.
 */
export type Access =
  | 'anyone'
  | 'loggedIn'
  | 'operator'
  | 'buyer'
  | 'farmer'
  | { role: 'buyer' | 'farmer' | 'either'; own: string };

const table = (between: RegExp, rows: [access: Access, names: string][]) =>
  Object.fromEntries(
    rows.flatMap(([access, names]) => names.split(between).map((name) => [name, access] as const)),
  );

export const procedureAccess: Record<string, Access> = {
  ...table(/\s+/, [
    [
      'anyone',
      `auth.signupBuyer auth.signupFarmer auth.signupFarmerByPhone auth.verifyBuyerCredentials
        auth.verifyFarmerCredentials auth.forgotPassword auth.judgePassword auth.resetPassword
        auth.openPhoneLink auth.endSession otp.send otp.verify market.contact market.products
        market.facets market.suggestions market.crops market.guessCrop market.cropOffers
        market.prices market.priceMovers market.countyPrices market.priceHint
        market.priceOverview market.cropPage market.product market.cart market.farm
        market.farmRatings market.farmReviews desk.entry.openLink desk.entry.offerPasskey
        desk.entry.choosePasskey desk.entry.choosePassword desk.entry.askForPasskey
        desk.entry.logInWithPasskey desk.entry.logInWithPassword places.checkCounty
        places.reverse places.search`,
    ],
    [
      'loggedIn',
      `auth.addEmail auth.changePassword auth.sessions auth.keys.list auth.keys.create
        auth.keys.revoke webhooks.list webhooks.deliveries webhooks.create webhooks.rotate
        webhooks.test webhooks.pause webhooks.resume webhooks.remove webhooks.sendAgain
        auth.setLanguage auth.exportData auth.deleteAccount auth.logoutEverywhere auth.logout
        conversations.list conversations.unread phone.get phone.setPin phone.reportSimChange
        phone.signUpFarmer phone.signedUpFarmers notifications.list notifications.unread
        notifications.read notifications.preferences notifications.setPreferences push.key
        push.devices push.subscribe push.unsubscribe push.removeDevice priceAlerts.list
        priceAlerts.set priceAlerts.opened`,
    ],
    [
      'farmer',
      `auth.createPhoneLink farmer.prices farmer.payments.list farmer.payments.summary
        farmer.payments.statement farmer.payments.export farmer.books.export
        farmer.books.consent farmer.books.setConsent farmer.orders.list farmer.orders.changes
        farmer.profile farmer.overview farmer.editFarm farmer.moveFarm farmer.changePhoneNumber
        farmer.products.list farmer.products.create farmer.products.yesterday`,
    ],
    [
      'buyer',
      `buyer.profile buyer.editProfile buyer.products buyer.cart.get buyer.cart.see
        buyer.cart.put buyer.cart.add buyer.cart.setLine buyer.cart.remove buyer.orders.quote
        buyer.orders.place buyer.orders.list buyer.orders.changes buyer.standingOrders.list
        buyer.standingOrders.create buyer.standingOrders.end buyer.invoices.get
        buyer.invoices.issue conversations.start follows.list follows.add follows.remove
        follows.opened`,
    ],
    [
      { role: 'buyer', own: 'order' },
      `buyer.orders.get buyer.orders.cancel buyer.orders.leaveDifference buyer.orders.received
        buyer.orders.dispute buyer.orders.pay buyer.orders.rate`,
    ],
    [
      { role: 'buyer', own: 'standing order' },
      `buyer.standingOrders.pause buyer.standingOrders.resume buyer.standingOrders.skip
        buyer.standingOrders.change`,
    ],
    [
      { role: 'either', own: 'conversation' },
      `conversations.get conversations.send conversations.read conversations.block
        conversations.unblock conversations.report offers.make`,
    ],
    [
      { role: 'either', own: 'offer' },
      `offers.accept offers.decline offers.withdraw offers.counter`,
    ],
    [{ role: 'buyer', own: 'offer' }, `offers.release`],
    [
      { role: 'farmer', own: 'order' },
      `farmer.orders.get farmer.orders.confirm farmer.orders.shorten farmer.orders.reject
        farmer.orders.cancel farmer.orders.dispatch farmer.orders.notCollected
        farmer.orders.weigh farmer.orders.complete farmer.orders.answerDispute
        farmer.orders.rateBuyer farmer.orders.answerReview`,
    ],
    [
      { role: 'farmer', own: 'product' },
      `farmer.orders.preOrders farmer.orders.declareHarvest farmer.products.edit
        farmer.products.delete farmer.products.setQuantity farmer.products.setQuantities`,
    ],
    [
      'operator',
      `desk.entry.logOut desk.entry.me desk.requests.list desk.requests.approve
        desk.requests.decline desk.cases.list desk.cases.order desk.cases.report
        desk.cases.account desk.cases.request desk.cases.visitPhoto desk.cases.search
        desk.cases.payouts desk.cases.visits desk.people desk.log desk.statement desk.server
        desk.figures.get desk.figures.csv desk.figures.pdf desk.verifyLog`,
    ],
    [{ role: 'either', own: 'price alert' }, `priceAlerts.remove`],
  ]),
  ...Object.fromEntries(
    Object.keys(operations).map((name) => [`desk.do.${name}`, 'operator' as const]),
  ),
};

export const pathAccess: Record<string, Access> = table(/\n\s+/, [
  [
    'anyone',
    `GET /healthz
        GET /readyz
        GET /.well-known/security.txt
        GET /api/openapi.json
        GET /developers
        GET /photos/:name
        POST /api/auth/buyer/signup
        POST /api/auth/farmer/signup
        POST /api/auth/signup
        POST /api/auth/buyer/verify-credentials
        POST /api/auth/farmer/verify-credentials
        POST /api/auth/login
        POST /api/auth/send-otp
        POST /api/auth/resend-otp
        POST /api/auth/verify-otp
        POST /api/auth/forgot-password
        POST /api/auth/reset-password
        GET /api/crops
        GET /api/feeds/:name
        GET /api/prices
        GET /api/prices/movers
        GET /api/prices.csv
        GET /api/dispute-photos/:id
        POST /share-target
        POST /api/sms/incoming/:secret
        POST /api/sms/report/:secret
        POST /api/ussd/:secret
        POST /api/payments/callback/:token
        POST /api/payments/result/:token
        OPTIONS /api/farmer/uploads`,
  ],
  [
    'loggedIn',
    `POST /api/auth/logout
        GET /api/auth/export
        GET /api/conversations
        GET /api/notifications
        POST /api/notifications/read
        GET /api/push/key
        POST /api/push/subscriptions
        DELETE /api/push/subscriptions`,
  ],
  [
    'buyer',
    `GET /api/buyer/profile
        PUT /api/buyer/profile
        GET /api/buyer/products
        GET /api/buyer/cart
        PUT /api/buyer/cart
        GET /api/buyer/standing-orders
        POST /api/buyer/standing-orders
        DELETE /api/buyer/standing-orders/:id
        GET /api/buyer/orders
        POST /api/buyer/orders
        POST /api/conversations
        POST /api/conversations/about/:id/photos
        POST /api/conversations/about/:id/voice
        GET /api/buyer/invoices
        POST /api/buyer/invoices`,
  ],
  [
    { role: 'buyer', own: 'standing order' },
    `POST /api/buyer/standing-orders/:id/pause
        POST /api/buyer/standing-orders/:id/resume
        POST /api/buyer/standing-orders/:id/skip
        POST /api/buyer/standing-orders/:id/change`,
  ],
  [
    { role: 'buyer', own: 'order' },
    `GET /api/buyer/orders/:id
        POST /api/buyer/orders/:id/cancel
        POST /api/buyer/orders/:id/leave-difference
        POST /api/buyer/orders/:id/received
        POST /api/buyer/orders/:id/dispute
        POST /api/buyer/orders/:id/dispute/photos
        POST /api/buyer/orders/:id/pay
        POST /api/buyer/orders/:id/rate`,
  ],
  [
    { role: 'either', own: 'conversation' },
    `GET /api/conversations/:id
        POST /api/conversations/:id/messages
        POST /api/conversations/:id/read
        POST /api/conversations/:id/block
        POST /api/conversations/:id/unblock
        POST /api/conversations/:id/report
        POST /api/conversations/:id/photos
        POST /api/conversations/:id/voice
        GET /api/conversations/:id/media/:mediaId
        POST /api/conversations/:id/offers`,
  ],
  [
    { role: 'either', own: 'offer' },
    `POST /api/offers/:id/accept
        POST /api/offers/:id/decline
        POST /api/offers/:id/withdraw
        POST /api/offers/:id/counter`,
  ],
  [{ role: 'buyer', own: 'offer' }, `POST /api/offers/:id/release`],
  [
    'farmer',
    `GET /api/farmer/books.csv
        GET /api/farmer/payments
        GET /api/farmer/payments/report.pdf
        GET /api/farmer/orders
        GET /api/farmer/profile
        PUT /api/farmer/profile
        POST /api/farmer/profile/photo
        POST /api/farmer/photos
        POST /api/farmer/uploads
        GET /api/farmer/products
        POST /api/farmer/products`,
  ],
  [
    { role: 'farmer', own: 'order' },
    `GET /api/farmer/orders/:id
        POST /api/farmer/orders/:id/confirm
        POST /api/farmer/orders/:id/shorten
        POST /api/farmer/orders/:id/reject
        POST /api/farmer/orders/:id/cancel
        POST /api/farmer/orders/:id/dispatch
        POST /api/farmer/orders/:id/not-collected
        POST /api/farmer/orders/:id/weigh
        POST /api/farmer/orders/:id/complete
        POST /api/farmer/orders/:id/dispute/answer
        POST /api/farmer/orders/:id/rate`,
  ],
  [
    { role: 'farmer', own: 'upload' },
    `GET /api/farmer/uploads/:id
        PATCH /api/farmer/uploads/:id`,
  ],
  [
    { role: 'farmer', own: 'product' },
    `PUT /api/farmer/products
        DELETE /api/farmer/products/:id
        POST /api/farmer/products/:id/harvest
        PATCH /api/farmer/products/:id/quantity
        POST /api/farmer/products/:id/photos`,
  ],
]);
