import { ServerCache } from '../client/server-cache.tsx';
import { Bell } from './bell.tsx';

export const SiteBell = () => (
  <ServerCache>
    <Bell />
  </ServerCache>
);
