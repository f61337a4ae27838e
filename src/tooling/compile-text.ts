import { compile } from '@inlang/paraglide-js';
import { textCompilation } from './text-compilation.ts';

// `npm run text`: generates what type checking and scripts outside Vite need.
await compile(textCompilation);
