import { secureHeaders } from 'hono/secure-headers';

/** The headers of every answer; the only foreign host that they allow is the one with the map's tiles. */
export function securityHeaders({ tileUrl, publicUrl }: { tileUrl: string; publicUrl: string }) {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:', new URL(tileUrl.replaceAll(/[{}]/g, '')).origin],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // OpenStreetMap refuses tiles to pages that don't say where they are.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    permissionsPolicy: { camera: ['self'], geolocation: ['self'], microphone: [], payment: [] },
    // The map's tiles come from a host that doesn't opt in to being embedded.
    crossOriginEmbedderPolicy: false,
  });
}
