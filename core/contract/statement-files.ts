/** Monthly statements as files. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Month } from './settlements.ts';

const params = z.object({ month: Month });

export const statementFiles = {
  pdf: endpoint({
    method: 'GET',
    path: '/api/desk/statements/:month.pdf',
    access: 'user',
    summary: 'A statement of the own salon to print and to keep.',
    params,
    fileTypes: ['application/pdf'],
    limit: 'deskFiles',
    answer: z.instanceof(Blob),
  }),
  csv: endpoint({
    method: 'GET',
    path: '/api/desk/statements/:month.csv',
    access: 'user',
    summary: 'The entries of a statement of the own salon; their sum is that of the statement.',
    params,
    fileTypes: ['text/csv'],
    limit: 'deskFiles',
    answer: z.instanceof(Blob),
  }),
};
