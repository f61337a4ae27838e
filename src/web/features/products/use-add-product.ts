import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { isMobile } from '#web/ui/browser/is-mobile.ts';
import { showToast } from '#web/ui/feedback/show-toast.ts';

/** Adding takes a phone: its camera shows what is really there. Elsewhere a toast says so. */
export function useAddProduct() {
  const [canAdd] = useState(isMobile);
  const add = (open: () => void) => {
    if (canAdd) open();
    else showToast('error', m.productNeedsPhone());
  };
  return { add, canAdd };
}
