import { readToken, readUser } from '../session/session.ts';

/** A user's id, or the name of an account of another kind. */
export type OwnerId = number | string;

/** `token` is null once the session has ended. */
export type Owner = { id: OwnerId; token: string | null };

let readOther: () => Owner | null = () => null;

export function addOwner(read: () => Owner | null): void {
  readOther = read;
}

export function readOwners(): Owner[] {
  const [user, other] = [readUser(), readOther()];
  return [...(user ? [{ id: user.id, token: readToken() }] : []), ...(other ? [other] : [])];
}
