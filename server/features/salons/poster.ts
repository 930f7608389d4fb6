/** The poster that a salon prints for its counter: A5, with a QR code of its page. */
import PDFDocument from 'pdfkit';
import encode from 'qr';
import { allWords } from '#core/i18n/all-words.ts';
import { addressIn, type Language } from '#core/i18n/language.ts';
import { MARK, outlineOf, wrapped } from '#server/features/share-images/text-paths.ts';

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
  const pdf = new PDFDocument({ size: 'A5', margin: 0, lang: language, info: { Title: `${name} – Bukuri` } });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  const { width, height } = pdf.page;

  /** Centred lines; `y` is the first baseline. */
  const write = (text: string, { y, size, color = INK, lines = 1 }: Line) => {
    for (const [index, line] of wrapped(text, { width: (width - 2 * MARGIN) / size, lines }).entries()) {
      const { path, width: length } = outlineOf(line, size);
      pdf.save().translate((width - length) / 2, y + index * size * 1.2);
      pdf.path(path).fill(color).restore();
    }
  };

  pdf.rect(0, 0, width, height).fill(PAPER);
  pdf.rect(0, 0, width, 12).fill(BRAND);
  const brand = outlineOf(words['app.name'], 30);
  pdf.save().translate((width - brand.width - 42) / 2, 38);
  pdf.path(MARK).fill(BRAND, 'even-odd').translate(42, 26).path(brand.path).fill(INK).restore();
  write(name, { y: 118, size: name.length > 28 ? 22 : 28, lines: 2 });
  write(words['ownSalon.poster.offers'], { y: 190, size: 18, color: BRAND });
  drawCode(pdf, addressIn(language, url), { x: (width - QR) / 2, y: 214 });
  write(words['ownSalon.poster.scan'], { y: 214 + QR + 34, size: 15 });
  write(url.replace(/^https?:\/\//, ''), { y: height - 40, size: 11, color: QUIET });
  pdf.end();
  await ended;
  return new File([Buffer.concat(chunks)], `bukuri-${slug}.pdf`, { type: 'application/pdf' });
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
