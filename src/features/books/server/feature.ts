import type { Feature } from '#platform/server/feature.ts';
import { booksApi } from './api/description.ts';
import { buyerInvoicePaths, farmerBooksFile } from './api/rest.ts';
import { booksData } from './personal-data.ts';

export const books: Feature<unknown> = {
  paths: {
    '/api/buyer/invoices': buyerInvoicePaths,
    '/api/farmer/books.csv': farmerBooksFile,
  },
  api: booksApi,
  personalData: booksData,
};
