import { useBuyerPlace } from '#products/web/catalogue/buyer-place.ts';
import { m } from '#text';
import { FollowToggle } from './follow-toggle.tsx';

/** The place's name is only sent on a press. */
export function FollowPlace() {
  const place = useBuyerPlace();
  if (!place) return null;
  const name = place.name === m.placeGpsName() ? '' : place.name;
  return <FollowToggle followed={{ kind: 'place', ...place, name }} />;
}
