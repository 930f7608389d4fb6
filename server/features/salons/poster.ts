/** The poster that a salon prints for its counter: A5, with a QR code of its page. */
import PDFDocument from 'pdfkit';
import encode from 'qr';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { fileOf, writeText } from '#server/features/share-images/pdf-text.ts';
import { MARK, outlineOf } from '#server/features/share-images/text-paths.ts';

const [BRAND, INK, QUIET, PAPER] = ['#a6263e', '#2b1722', '#6e5864', '#fbf7f1'];
/** Points. */
const MARGIN = 36;
const QR = 230;

/** A PDF file. @param origin - of the shop, without a slash at its end */
export async function salonPoster(
  { slug, name }: { slug: string; name: string },
  { origin, language }: { origin: string; language: Language },
): Promise<File> {
  const { words } = allWords[language];
  const url = `${origin}/salon/${slug}`;
  const pdf = new PDFDocument({
    ...{ size: 'A5', margin: 0, pdfVersion: '1.5', tagged: true, displayTitle: true },
    ...{ lang: language, info: { Title: `${name} – Bukuri` } },
  });
  const file = fileOf(pdf, `bukuri-${slug}.pdf`);
  const { width, height } = pdf.page;
  const root = pdf.struct('Document');
  pdf.addStructure(root);

  /** Centred lines; `y` is the first baseline. */
  const write = (tag: 'H1' | 'P', text: string, { y, size, color = INK, lines = 1 }: Line) => {
    const place = { x: MARGIN, width: width - 2 * MARGIN, align: 'center', font: 'Times-Bold' } as const;
    root.add(pdf.struct(tag, {}, () => writeText(pdf, text, { ...place, y, size, color, lines })));
  };

  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.rect(0, 0, width, height).fill(PAPER);
  pdf.rect(0, 0, width, 12).fill(BRAND);
  pdf.endMarkedContent();
  root.add(
    pdf.struct('Figure', { alt: words['app.name'] }, () => {
      const brand = outlineOf(words['app.name'], 30);
      pdf.save().translate((width - brand.width - 42) / 2, 38);
      pdf.path(MARK).fill(BRAND, 'even-odd').translate(42, 26).path(brand.path).fill(INK).restore();
    }),
  );
  write('H1', name, { y: 118, size: name.length > 28 ? 22 : 28, lines: 2 });
  write('P', words['ownSalon.poster.offers'], { y: 190, size: 18, color: BRAND });
  const code = { x: (width - QR) / 2, y: 214 };
  root.add(pdf.struct('Figure', { alt: `QR: ${url}` }, () => drawCode(pdf, addressIn(language, url), code)));
  write('P', words['ownSalon.poster.scan'], { y: 214 + QR + 34, size: 15 });
  write('P', url.replace(/^https?:\/\//, ''), { y: height - 40, size: 11, color: QUIET });
  root.end();
  pdf.end();
  return file;
}

interface Line {
  y: number;
  size: number;
  color?: string | undefined;
  lines?: number;
}

/** Dark modules on white. */
function drawCode(pdf: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const rows = encode(text, 'raw', { ecc: 'medium', border: 3 });
  const side = QR / rows.length;
  pdf.roundedRect(x, y, QR, QR, 12).fill('#ffffff');
  // A little larger than the grid, so that no hairlines are seen between them.
  for (const [row, modules] of rows.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) pdf.rect(x + column * side, y + row * side, side + 0.05, side + 0.05);
  pdf.fill(INK);
}
