export const textCompilation = {
  project: './src/platform/rules/text/project.inlang',
  outdir: './src/platform/rules/text/compiled',
  // The server passes the language with each call; the browser reads it from <html lang>
  // (platform/web/shell/site-info.ts).
  strategy: ['globalVariable', 'baseLocale'] as ['globalVariable', 'baseLocale'],
  emitReadme: false,
  emitPrettierIgnore: false,
  emitGitIgnore: false,
};
