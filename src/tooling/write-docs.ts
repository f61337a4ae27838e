import { makeDocumentParts, putIntoDocument } from './documents.ts';

// `npm run docs`: writes the generated parts of the documents.
for (const { document, ...part } of makeDocumentParts()) {
  putIntoDocument(document, part);
  console.log(`${document}: ${part.name}`);
}
