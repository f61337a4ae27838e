import { ServerCache } from '../client/server-cache.tsx';
import { Bell } from './bell.tsx';

/** The bell with the cache that it needs. */
export const SiteBell = () => (
  <ServerCache>
    <Bell />
  </ServerCache>
);
