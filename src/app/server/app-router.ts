import { createCallerFactory, router } from './procedures.ts';
import { auth, otp } from './routers/auth.ts';
import { buyer } from './routers/buyer.ts';
import { conversations, offers } from './routers/conversations.ts';
import { farmer } from './routers/farmer.ts';
import { market, places } from './routers/market.ts';
import { notifications, push } from './routers/notifications.ts';
import { phone } from './routers/phone.ts';
import { priceAlerts } from './routers/price-alerts.ts';

export const appRouter = router({
  auth,
  otp,
  buyer,
  conversations,
  farmer,
  market,
  notifications,
  offers,
  phone,
  places,
  priceAlerts,
  push,
});
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
