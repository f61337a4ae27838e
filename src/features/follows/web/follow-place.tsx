import { useBuyerPlace } from '#features/products/web/catalogue/buyer-place.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FollowToggle } from './follow-toggle.tsx';

/**
 * "Tell me when one does", of the buyer's place on the market. Its name is only sent on a press.
 */
export function FollowPlace() {
  const place = useBuyerPlace();
  if (!place) return null;
  // The device's position has no name of its own.
  const name = place.name === m.placeGpsName() ? '' : place.name;
  return <FollowToggle followed={{ kind: 'place', ...place, name }} />;
}
