import { useState } from 'react';
import { dayInNairobi } from '#shared/day.ts';
import { m } from '#shared/text/compiled/messages.js';
import { fetchFile } from '#web/app/client/fetch-file.ts';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { FormBanner } from '#web/ui/feedback/notice.tsx';
import { showToast } from '#web/ui/feedback/show-toast.ts';
import { Button } from '#web/ui/form/button.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Downloads everything that the market stores about this person as one file. */
export function DataExport() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function takeOut() {
    setIsBusy(true);
    setProblem(null);
    try {
      const content = await fetchFile('/api/auth/export', m.exportFailed());
      saveFile({ name: `sokoshamba-${dayInNairobi(new Date())}.json`, type: 'application/json', content });
      showToast('success', m.exportDone());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : m.exportFailed());
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
