/*
 * The browser's prompt to add SokoShamba to the home screen. The browser offers it once, soon after
 * a page has loaded. The page keeps it until the user has seen a benefit of the app.
 */

/** Missing in TypeScript's library, because only Chromium has it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;

export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Suppresses the browser's own prompt.
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** The browser's prompt, which can be shown once; null if there is none. */
export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = kept;
  kept = null;
  return prompt;
}

export const hasInstallPrompt = (): boolean => kept !== null;
