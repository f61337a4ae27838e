import { appendFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { FileResult } from '#tests/hostile/guarantees/guarantee-table.ts';

export type Written = { began: string; at: number } | { ended: FileResult };

/**
 * Records at once when a test file starts and how it ended, so that a test that hangs loses
 * nothing.
 */
// biome-ignore lint/style/noDefaultExport: vitest takes a reporter from a file's default
export default class ResultsReporter implements Reporter {
  private readonly beganAt = new Map<string, number>();

  onTestModuleQueued({ moduleId }: TestModule) {
    this.beganAt.set(moduleId, Date.now());
    write({ began: moduleId, at: Date.now() });
  }

  onTestModuleEnd(file: TestModule) {
    const tests = [...file.children.allTests()].map((test) => ({
      fullName: test.fullName,
      status: test.result().state,
    }));
    // A failed hook leaves its tests skipped: the file has failed.
    const isBroken = file.state() === 'failed' && tests.every(({ status }) => status !== 'failed');
    const name = file.relativeModuleId;
    write({
      ended: {
        name,
        seconds: (Date.now() - (this.beganAt.get(file.moduleId) ?? Date.now())) / 1000,
        tests: isBroken ? [{ fullName: `${name} as a whole`, status: 'failed' }] : tests,
      },
    });
  }
}

function write(line: Written) {
  appendFileSync(process.env.HOSTILE_RESULTS ?? '', `${JSON.stringify(line)}\n`);
}
