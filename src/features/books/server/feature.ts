import { describeOperations } from '#server/openapi/api-description.ts';
import * as operations from '../contract.ts';
import { booksInput } from '../rules.ts';
import { farmerBooksFile } from './api.ts';
import { booksData } from './tables.ts';

export const books: Feature = {
  paths: { '/api/farmer/books.csv': farmerBooksFile },
  api: describeOperations('Books and invoices', operations, {
    'GET /api/farmer/books.csv': {
      summary: 'Download the sales or payouts of a month for an accounting program',
      details:
        'With the columns ContactName, InvoiceNumber, Reference, InvoiceDate, DueDate, Description, Quantity, UnitAmount, AccountCode and TaxType.',
      by: 'farmer',
      input: booksInput,
      file: ['text/csv'],
    },
  }),
  personalData: booksData,
};
