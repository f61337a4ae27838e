/**
 * The token of a link that lets an operator in once; null if the address has none. It is removed
 * from the address, so that it does not stay in the history.
 */
export function takeLink(): string | null {
  const token = location.hash.slice(1);
  if (!/^[\w-]{20,100}$/.test(token)) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}
