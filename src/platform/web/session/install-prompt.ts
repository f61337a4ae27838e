/*
 * The browser offers its prompt to install the app once, soon after a page has loaded. The page
 * keeps it until the user has seen a benefit of the app.
 */

/** Only Chromium has it, so TypeScript's library does not. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;

export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own prompt.
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** The prompt can be shown once; null if there is none. */
export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = kept;
  kept = null;
  return prompt;
}

export const hasInstallPrompt = (): boolean => kept !== null;
