import { expect, test } from 'vitest';
import { nodeVersions } from '#tooling/node-versions.ts';

test('a test run names its Node.js version and the one that the image ships', () => {
  const dockerfile =
    'FROM node:24.1.2-bookworm-slim AS build\nRUN npm ci\n\nFROM node:24.1.2-bookworm-slim\n';
  expect(nodeVersions(dockerfile)).toBe(`Node ${process.version} (the image ships v24.1.2)`);
  expect(nodeVersions()).toMatch(/^Node v[\d.]+ \(the image ships v\d+\.\d+\.\d+\)$/);
});

test.each([
  ['a floating version', 'FROM node:24-bookworm-slim\n'],
  ['two versions', 'FROM node:24.1.2-bookworm-slim AS build\nFROM node:24.1.3-bookworm-slim\n'],
])('an image with %s is refused', (_, dockerfile) => {
  expect(() => nodeVersions(dockerfile)).toThrow('one exact version');
});
