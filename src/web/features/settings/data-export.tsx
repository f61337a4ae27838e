import { useState } from 'react';
import * as z from 'zod/mini';
import { dayInNairobi } from '#shared/day.ts';
import { m } from '#shared/text/compiled/messages.js';
import { readToken } from '#web/app/session/session.ts';
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
      const content = await fetchDataExport();
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

const refusal = z.object({ message: z.string() });

/** Fetches everything stored about the person as the content of a file. @throws Error with a sentence */
async function fetchDataExport(): Promise<Blob> {
  const headers = { authorization: `Bearer ${readToken() ?? ''}` };
  const answer = await fetch('/api/auth/export', { headers, cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return answer.blob().catch(() => fail());
  return fail(refusal.safeParse(await answer?.json().catch(() => null)).data?.message);
}

function fail(sentence?: string): never {
  throw new Error(sentence ?? m.exportFailed());
}
