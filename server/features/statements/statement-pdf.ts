/** A monthly statement as a PDF file (A4) with real text, tagged for screen readers. */
import PDFDocument from 'pdfkit';
import type { Statement, StatementLine } from '#core/contract/settlements.ts';
import { MIN_PAYOUT } from '#core/domain/settlements.ts';
import { noteOf } from '#core/domain/statement-note.ts';
import { formatDate } from '#core/i18n/dates.ts';
import { formatAmount, formatLek } from '#core/i18n/format.ts';
import { formatMonth } from '#core/i18n/month.ts';
import type { Translate } from '#core/i18n/t.ts';
import { fileOf, type TextStyle, writeText } from '#server/features/share-images/pdf-text.ts';
import { MARK } from '#server/features/share-images/text-paths.ts';

const [BRAND, INK, QUIET, RULE] = ['#a6263e', '#2b1722', '#6e5864', '#e4d8cc'];
/** Points. */
const MARGIN = 48;
const ROW = 18;
/** Where the last row of a page may stand. */
const BOTTOM = 770;
/** The file is made in memory and in one go: the entries of larger months are in the CSV alone. */
const MAX_LINES = 300;

interface Found {
  statement: Statement & { salon: string };
  lines: AsyncIterable<StatementLine[]>;
}

type Cell = Pick<TextStyle, 'x' | 'width' | 'align'> & { text: string };

export async function statementPdf({ statement, lines }: Found, t: Translate): Promise<File> {
  const title = t('statements.of', { month: formatMonth(statement.month, t.language) });
  const pdf = new PDFDocument({
    ...{ size: 'A4', margin: 0, pdfVersion: '1.5', tagged: true, displayTitle: true },
    ...{ lang: t.language, info: { Title: `${title} – ${statement.salon}`, Author: t('app.name') } },
  });
  const file = fileOf(pdf, `bukuri-${t('statements.file')}-${statement.month}.pdf`);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const page = pageOf(pdf, t);
  page.artifact(() => pdf.save().translate(MARGIN, 44).path(MARK).fill(BRAND, 'even-odd').restore());
  const write = (tag: string, text: string, style: Partial<TextStyle> & { y: number }) =>
    root.add(pdf.struct(tag, {}, () => page.write(text, style)));
  write('P', t('app.name'), { x: MARGIN + 42, y: 68, size: 20, font: 'Times-Bold' });
  write('H1', title, { y: 118, size: 22, font: 'Times-Bold' });
  write('P', statement.salon, { y: 142, size: 13, font: 'Helvetica-Bold' });
  writeSums(statement, { t, write });
  await writeTable(root, { pdf, page, lines, t });
  write('P', t('statements.notInvoice'), { y: page.next(ROW * 2), size: 9, color: QUIET });
  root.end();
  pdf.end();
  return file;
}

function pageOf(pdf: PDFKit.PDFDocument, t: Translate) {
  let [y, number] = [0, 0];
  const width = pdf.page.width - 2 * MARGIN;
  const write = (text: string, style: Partial<TextStyle> & { y: number }) =>
    writeText(pdf, text, { x: MARGIN, width, size: 10, color: INK, ...style });
  const artifact = (draw: () => unknown) => {
    pdf.markContent('Artifact', { type: 'Layout' });
    draw();
    pdf.endMarkedContent();
  };
  const begin = () => {
    number += 1;
    artifact(() => write(`${t('app.name')} · ${number}`, { y: 812, size: 8, color: QUIET, align: 'right' }));
  };
  begin();
  return {
    width,
    write,
    artifact,
    moveTo: (to: number) => {
      y = to;
    },
    /** The baseline of the next row, on a new page where it does not fit. */
    next: (height = ROW) => {
      y += height;
      if (y <= BOTTOM) return y;
      pdf.addPage();
      begin();
      y = MARGIN + ROW;
      return y;
    },
  };
}

type Page = ReturnType<typeof pageOf>;

interface Sums {
  t: Translate;
  write: (tag: string, text: string, style: Partial<TextStyle> & { y: number }) => unknown;
}

function writeSums({ opening, sum, closing, status, paidAt, reference }: Found['statement'], { t, write }: Sums): void {
  const rows = { opening, sum, closing };
  for (const [index, [name, amount]] of Object.entries(rows).entries()) {
    const text = `${t(`statements.${name as keyof typeof rows}`)}: ${formatLek(amount, t.language)}`;
    write('P', text, { y: 172 + index * 17, size: 11, font: name === 'closing' ? 'Helvetica-Bold' : 'Helvetica' });
  }
  const note = noteOf({ status, closing });
  const paid = paidAt && t('statements.paidAt', { date: formatDate(paidAt, t.language), reference: reference ?? '' });
  const more = note && t(`statements.${note}`, { amount: formatLek(MIN_PAYOUT, t.language) });
  const said = [t(`statements.status.${status}`), paid ?? more].filter(Boolean).join('. ');
  write('P', said, { y: 227, size: 10, color: QUIET, lines: 2 });
}

interface Table {
  pdf: PDFKit.PDFDocument;
  page: Page;
  lines: AsyncIterable<StatementLine[]>;
  t: Translate;
}

async function writeTable(root: PDFKit.PDFStructureElement, { pdf, page, lines, t }: Table): Promise<void> {
  const table = pdf.struct('Table');
  root.add(table);
  page.moveTo(254);
  const row = (tag: 'TH' | 'TD', texts: string[]) => {
    const y = page.next();
    const style = { y, size: 9, font: tag === 'TH' ? ('Helvetica-Bold' as const) : ('Helvetica' as const) };
    page.artifact(() =>
      pdf
        .moveTo(MARGIN, y + 5)
        .lineTo(MARGIN + page.width, y + 5)
        .lineWidth(0.5)
        .stroke(RULE),
    );
    const cells = cellsOf(texts).map(({ text, ...place }) =>
      pdf.struct(tag, {}, () => page.write(text, { ...style, ...place })),
    );
    table.add(pdf.struct('TR', {}, cells));
  };
  const names = ['day', 'kind', 'what', 'unit', 'amount'] as const;
  row(
    'TH',
    names.map((name) => t(`statements.${name}`)),
  );
  let count = 0;
  for await (const batch of lines) {
    for (const { day, kind, title, titleEn, unit, amount } of batch.slice(0, MAX_LINES - count))
      row('TD', [
        ...[day, t(`statements.kind.${kind}`), (t.language === 'en' && titleEn) || (title ?? ''), unit ?? ''],
        formatAmount(amount, t.language),
      ]);
    count += batch.length;
    if (count >= MAX_LINES) break;
  }
  table.end();
  if (count === 0) root.add(pdf.struct('P', {}, () => page.write(t('statements.none'), { y: page.next() })));
  if (count > MAX_LINES) root.add(pdf.struct('P', {}, () => page.write(t('statements.rest'), { y: page.next() })));
}

/** Widths of the columns in points, and the room between them. */
const WIDTHS = [60, 92, 164, 106, 69];
const GAP = 2;

function cellsOf(texts: readonly string[]): Cell[] {
  let x = MARGIN;
  return texts.map((text, index) => {
    const width = WIDTHS[index] ?? 0;
    const cell: Cell = { text, x, width, align: index === WIDTHS.length - 1 ? 'right' : 'left' };
    x += width + GAP;
    return cell;
  });
}
