import { Hono } from 'hono';
import { answer, unchecked } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

/**
 * GET /api/farmer/profile -> {success, profile}; PUT {firstName, lastName, farmName, farmType,
 * farmSize, county, subcounty, addressDescription, geofenceRadius, deliveryFee, minimumOrder} ->
 * {success, profile}. A PUT leaves missing fields unchanged.
 */
export const farmerPaths = new Hono<RequestEnv>()
  .get('/profile', (c) =>
    answer(c, async (caller) => ({ body: { profile: await caller.farmer.profile() } })),
  )
  .put('/profile', (c) =>
    answer(c, async (caller, body) => {
      const now = await caller.farmer.profile();
      return { body: { profile: await caller.farmer.editFarm(unchecked({ ...now, ...body })) } };
    }),
  );
