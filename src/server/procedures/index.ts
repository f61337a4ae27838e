import { createCallerFactory, router } from '#server/trpc.ts';
import { auth } from './auth.ts';
import { buyer } from './buyer.ts';
import { farmer } from './farmer.ts';
import { market } from './market.ts';
import { otp } from './otp.ts';
import { places } from './places.ts';

export const appRouter = router({ auth, otp, buyer, farmer, market, places });
export type AppRouter = typeof appRouter;

export const createCaller = createCallerFactory(appRouter);
export type Caller = ReturnType<typeof createCaller>;
