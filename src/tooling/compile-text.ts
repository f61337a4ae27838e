import { compile } from '@inlang/paraglide-js';
import { textCompilation } from './text-compilation.ts';

// `npm run text`: what type checking and scripts outside Vite need before they start.
await compile(textCompilation);
