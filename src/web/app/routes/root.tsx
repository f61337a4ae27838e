import { Outlet } from '@tanstack/react-router';
import { m } from '#shared/text/compiled/messages.js';

/** The frame of every page. `data-page` tells the script that this HTML was built and can be taken over. */
export function Root() {
  return (
    <div data-page="" className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-24 rounded-field bg-leaf-strong px-4 py-3 font-semibold text-white focus:translate-y-0"
      >
        {m.skipToContent()}
      </a>
      <Outlet />
    </div>
  );
}
