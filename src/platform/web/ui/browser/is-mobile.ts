const MOBILE_AGENT = /Android|iPhone|iPad|iPod|Mobile/i;

/**
 * By user agent and touch (spec §5). iPads report themselves as Macs, but no Mac has a touch
 * screen.
 */
export const isMobile = (): boolean =>
  navigator.maxTouchPoints > 0 &&
  (MOBILE_AGENT.test(navigator.userAgent) || /Macintosh/.test(navigator.userAgent));
