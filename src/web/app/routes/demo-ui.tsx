import { isDemo } from '#web/app/shell/site-info.ts';
import { UiPage } from '#web/features/ui-specimens/ui-page.tsx';
import { NotFound } from './root.tsx';

export function DemoUiRoute() {
  return isDemo() ? <UiPage /> : <NotFound />;
}
