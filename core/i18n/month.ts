import { formatDate } from './dates.ts';
import type { Language } from './language.ts';

/** `tetor 2026`. @param month - `2026-10` */
export const formatMonth = (month: string, language: Language): string =>
  formatDate(`${month}-15T12:00:00Z`, language).replace(/^\d+ /, '');
