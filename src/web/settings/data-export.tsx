import { useState } from 'react';
import { dayInNairobi } from '#shared/day.ts';
import { m } from '#shared/text/compiled/messages.js';
import { failureText } from '#web/failure.ts';
import { FormBanner } from '#web/forms/form-banner.tsx';
import { trpc } from '#web/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { SettingsSection } from './settings-section.tsx';

/** Everything the market keeps about whoever asks, as one file. */
export function DataExport() {
  const { client } = trpc.useUtils();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function takeOut() {
    setIsBusy(true);
    setProblem(null);
    try {
      const content = JSON.stringify(await client.auth.exportData.query(), null, 2);
      saveFile({ name: `sokoshamba-${dayInNairobi(new Date())}.json`, type: 'application/json', content });
      showToast('success', m.exportDone());
    } catch (error) {
      setProblem(failureText(error, m.exportFailed()));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <SettingsSection title={m.settingsExportTitle()} lead={m.settingsExportLead()}>
      <FormBanner text={problem} />
      <Button variant="secondary" className="justify-self-start" isBusy={isBusy} onClick={takeOut}>
        {m.exportButton()}
      </Button>
    </SettingsSection>
  );
}
