import { makeDocumentParts, putIntoDocument } from './documents.ts';

// `npm run docs`: writes the parts of the documents that are made from the sources.
for (const { document, ...part } of makeDocumentParts()) {
  putIntoDocument(document, part);
  console.log(`${document}: ${part.name}`);
}
