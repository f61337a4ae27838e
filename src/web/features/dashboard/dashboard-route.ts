import { getRouteApi } from '@tanstack/react-router';

/** The dashboard's own address, as its parts read it. */
export const dashboardRoute = getRouteApi('/screens/farmer/dashboard');
