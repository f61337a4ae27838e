import { UiPage } from '#web/demo/ui-page.tsx';
import { isDemo } from '#web/site-info.ts';
import { NotFound } from './not-found.tsx';

export function DemoUiRoute() {
  return isDemo() ? <UiPage /> : <NotFound />;
}
