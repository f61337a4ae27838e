import type { Command } from '#features/phones/rules/commands.ts';
import { markHeard } from '../mark-heard.ts';
import { needsPin, sayWithoutPin } from '../needs-pin.ts';
import { runCommand } from '../run-command.ts';
import { end, type On, type Stepped } from './define-screen.ts';
import type { ScreenName } from './screen.ts';

/** Runs a command and ends with its answer, or asks for the PIN first. */
export async function runFromMenu(on: On<ScreenName>, command: Command): Promise<Stepped> {
  const { db, services, screen, speaker } = on;
  if (!(await needsPin(db, { speaker, command }, services.clock()))) return runNow(on, command);
  if (!speaker.hasPin) return end(sayWithoutPin(speaker, services));
  return { screen: { at: 'pin', command, back: screen } };
}

/** The same after the PIN. */
export async function runNow(
  { db, services, speaker }: On<ScreenName>,
  command: Command,
): Promise<Stepped> {
  await markHeard(db, speaker.userId, services);
  return end(await runCommand(db, { speaker, command }, services));
}
