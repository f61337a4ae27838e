/*
 * The browser offers its prompt once, soon after a page has loaded. The page keeps it until the
 * user has seen a benefit of the app.
 */

/** Only Chromium has it, so TypeScript's library does not. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;

export function keepInstallPrompt() {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = kept;
  kept = null;
  return prompt;
}

export const hasInstallPrompt = () => kept !== null;
