import { m } from '#shared/text/compiled/messages.js';
import { PageFooter } from '#web/app/shell/page-footer.tsx';
import { PageHeader } from '#web/app/shell/page-header.tsx';
import { Container } from '#web/ui/layout/container.tsx';
import { ButtonSpecimens } from './button-specimens.tsx';
import { FieldSpecimens } from './field-specimens.tsx';
import { MessageSpecimens } from './message-specimens.tsx';
import { OverlaySpecimens } from './overlay-specimens.tsx';
import { SurfaceSpecimens } from './surface-specimens.tsx';

/** Every component in every state, for developers. */
export function UiPage() {
  return (
    <>
      <PageHeader />
      <main id="main">
        <Container className="py-10">
          <h1 tabIndex={-1} className="mb-8 font-extrabold text-3xl">
            {m.demoUiPageTitle()}
          </h1>
          <ButtonSpecimens />
          <FieldSpecimens />
          <SurfaceSpecimens />
          <OverlaySpecimens />
          <MessageSpecimens />
        </Container>
      </main>
      <PageFooter />
    </>
  );
}
