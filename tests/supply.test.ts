import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/setup/imports.ts';
import { report } from '#tests/setup/report.ts';

type Package = {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  resolved?: string;
  hasInstallScript?: boolean;
  link?: boolean;
  integrity?: string;
};

const read = (path: string) => readFileSync(join(root, path), 'utf8');
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

test('G49: dependencies come from the package registry only, with checksums', () => {
  const elsewhere = packages.filter(
    ([, { resolved, link }]) =>
      link || (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  );
  expect(elsewhere.map(([path]) => path)).toEqual([]);
  // The registry that wrote the lockfile lacks checksums of some tools' builds for other
  // platforms.
  const unsealed = packages.filter(([, { integrity, version }]) => version && !integrity);
  expect(
    unsealed.filter(([, { dev, optional }]) => !(dev && optional)).map(([path]) => path),
  ).toEqual([]);
  report(
    'G49',
    `${packages.length} packages in the lockfile, ${packages.length - unsealed.length} with their checksum, none from elsewhere`,
  );
});

test('G49: dependencies need no install script to run', () => {
  const scripted = packages.filter(
    ([, { hasInstallScript, dev, optional }]) => hasInstallScript && !dev && !optional,
  );
  expect(scripted.map(([path]) => path)).toEqual([]);
  const own = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  for (const name of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(own.scripts).not.toHaveProperty(name);
});

test('G49: dependencies are pinned to one version each, and the lockfile agrees', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    string,
    Record<string, string>
  >;
  const [, top] = Object.entries(lock.packages)[0] as [
    string,
    { dependencies: object; devDependencies: object },
  ];
  expect({ dependencies: top.dependencies, devDependencies: top.devDependencies }).toEqual({
    dependencies,
    devDependencies,
  });
  const wild = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, range]) => !/^(npm:[\w-]+@)?[~^]?\d/.test(range),
  );
  expect(wild).toEqual([]);
});

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);

test('G49: the git repository contains no settings, data or built files', () => {
  expect(
    tracked.filter((path) =>
      /^(data|dist|coverage)\/|(^|\/)(\.env(\.(?!example$).*)?|node_modules)(\/|$)|\.(pem|key|p12|eml|rej|orig)$/.test(
        path,
      ),
    ),
  ).toEqual([]);
});

test('G49: the git repository contains no secret', () => {
  const secrets = [
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /\bAKIA[0-9A-Z]{16}\b/,
    /\bgh[pousr]_[A-Za-z0-9]{30,}/,
    /\bxox[abp]-[A-Za-z0-9-]{20,}/,
    /\beyJ[A-Za-z0-9_-]{20,}\.eyJ[A-Za-z0-9_-]{20,}/,
    /\b(?:APP_SECRET|MPESA_CONSUMER_SECRET|MPESA_PASSKEY|METRICS_TOKEN)=["']?[A-Za-z0-9+/]{16,}/,
    /\bnpm_[A-Za-z0-9]{36}\b/,
  ];
  const readable = tracked.filter(
    (path) =>
      /\.(ts|tsx|js|mjs|json|md|sql|css|html|yml|sh)$|^\.|run$/.test(path) &&
      exists(path) &&
      statSync(join(root, path)).size < 2_000_000,
  );
  const leaking = readable.filter((path) => secrets.some((secret) => secret.test(read(path))));
  expect(leaking).toEqual([]);
  report('G49', `${readable.length} tracked files without a secret`);
});

test('G49: the git repository ignores the right files', () => {
  for (const path of ['.env', 'data/secret', 'dist/web/x', 'coverage/x']) {
    expect(() =>
      execFileSync('git', ['check-ignore', '-q', '--no-index', path], { cwd: root }),
    ).not.toThrow();
  }
});

const exists = (path: string) => {
  try {
    return statSync(join(root, path)).isFile();
  } catch {
    return false;
  }
};
