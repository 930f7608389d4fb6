import type { Statement, StatementLine } from '#core/contract/settlements.ts';
import type { Translate } from '#core/i18n/t.ts';
import { type CsvColumn, csvOf } from '#server/kit/csv.ts';
import { FileStream } from '#server/kit/http/answer.ts';

/** The sum of its last column is that of the month. */
export function statementCsv(
  { statement, lines }: { statement: Statement; lines: AsyncIterable<StatementLine[]> },
  t: Translate,
): FileStream {
  const columns: CsvColumn<StatementLine>[] = [
    { header: t('statements.day'), value: ({ day }) => day },
    { header: t('statements.kind'), value: ({ kind }) => t(`statements.kind.${kind}`) },
    { header: t('statements.what'), value: ({ title, titleEn }) => (t.language === 'en' && titleEn) || title },
    { header: t('statements.unit'), value: ({ unit }) => unit },
    { header: t('statements.amount'), value: ({ amount }) => amount },
  ];
  const name = `bukuri-${t('statements.file')}-${statement.month}.csv`;
  return new FileStream({ name, type: 'text/csv', pieces: csvOf(columns, lines) });
}
