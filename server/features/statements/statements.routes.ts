import { statementFiles } from '#core/contract/statement-files.ts';
import { allWords } from '#core/i18n/all-words.ts';
import { translator } from '#core/i18n/t.ts';
import type { Deps } from '#server/deps.ts';
import { requireDesk } from '#server/features/desk/desk-access.ts';
import { readStatement, statementLines } from '#server/features/settlements/settlements.store.ts';
import { AppError } from '#server/kit/http/errors.ts';
import { languageOfPages } from '#server/kit/http/problem-page.ts';
import type { Serve } from '#server/kit/http/serve.ts';

function statementsRoutes(serve: Serve, { db, cards }: Deps): void {
  const isTest = cards?.isLive === false;
  const find = async (userId: string, month: string) => {
    const { salonId } = await requireDesk(db, userId);
    const book = { salonId: salonId ?? '', isTest, month };
    const statement = salonId === null ? null : await readStatement(db, book);
    if (!statement) throw new AppError(404, 'settlements.notFound');
    return { statement, lines: statementLines(db, book) };
  };
  // Both are loaded for the few who keep such files.
  serve(statementFiles.pdf, async ({ user, params: { month }, request }) => {
    const found = await find(user.id, month);
    const { statementPdf } = await import('./statement-pdf.ts');
    const language = languageOfPages(request);
    return statementPdf(found, translator(language, allWords[language].words));
  });
  serve(statementFiles.csv, async ({ user, params: { month }, request }) => {
    const found = await find(user.id, month);
    const { statementCsv } = await import('./statement-csv.ts');
    const language = languageOfPages(request);
    return statementCsv(found, translator(language, allWords[language].words));
  });
}

export const feature = { contract: { statementFiles }, routes: statementsRoutes };
