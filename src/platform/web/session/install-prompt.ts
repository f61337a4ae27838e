/*
 * What this browser offers for putting SokoShamba on the home screen. It tells a page once, soon
 * after it has loaded; the page keeps that until somebody has seen what SokoShamba is good for.
 */

/** TypeScript's library does not know it: Chromium alone has it. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> };

let kept: InstallPrompt | null = null;

export function keepInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // The browser then asks nothing by itself.
    event.preventDefault();
    kept = event as InstallPrompt;
  });
}

/** The browser's question, which can be asked once; null if it has none. */
export function takeInstallPrompt(): InstallPrompt | null {
  const prompt = kept;
  kept = null;
  return prompt;
}

export const hasInstallPrompt = (): boolean => kept !== null;
