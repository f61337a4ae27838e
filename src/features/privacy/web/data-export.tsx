import { Download } from 'lucide-react';
import { useState } from 'react';
import { dayInNairobi } from '#platform/rules/day.ts';
import { fetchFile } from '#platform/web/client/fetch-file.ts';
import { saveFile } from '#platform/web/ui/browser/save-file.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { m } from '#text';

export function DataExport() {
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function takeOut() {
    setIsBusy(true);
    setProblem(null);
    try {
      const content = await fetchFile('/api/auth/export', m.exportFailed());
      saveFile({
        name: `sokoshamba-${dayInNairobi(new Date())}.json`,
        type: 'application/json',
        content,
      });
      showToast('success', m.exportDone());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : m.exportFailed());
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <SettingsRow Icon={Download} title={m.settingsExportTitle()}>
      <p className="text-muted">{m.settingsExportLead()}</p>
      <FormBanner text={problem} />
      <Button variant="secondary" className="justify-self-start" isBusy={isBusy} onClick={takeOut}>
        {m.exportButton()}
      </Button>
    </SettingsRow>
  );
}
