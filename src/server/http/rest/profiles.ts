import { Hono } from 'hono';
import type { DoorEnv } from '#server/http/request-context.ts';
import { answer } from './answer.ts';

/** GET /api/buyer/profile -> {success, profile} */
export const buyerPaths = new Hono<DoorEnv>().get('/profile', (c) =>
  answer(c, async (caller) => ({ body: { profile: await caller.buyer.profile() } })),
);

/** GET /api/farmer/profile -> {success, profile} */
export const farmerPaths = new Hono<DoorEnv>().get('/profile', (c) =>
  answer(c, async (caller) => ({ body: { profile: await caller.farmer.profile() } })),
);
