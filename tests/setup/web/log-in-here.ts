import { storeSession } from '#web/session.ts';

/** Files of one process share the device's storage, so each has people of its own. */
export const logInHere = (id: number, role: Role = 'farmer') =>
  storeSession(
    { token: 'token', user: { id, role, email: 'a@shop.example', firstName: 'A', lastName: 'B' } },
    { isRemembered: true },
  );
