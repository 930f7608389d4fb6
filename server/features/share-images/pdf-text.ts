/** Text of PDF files: real text in a built-in font where that has all letters, else outlines with the text for readers. */
import { outlineOf, wrapped } from './text-paths.ts';

/** The letters of Windows-1252, which is what the built-in fonts have. */
const BUILT_IN = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

export interface TextStyle {
  x: number;
  /** The baseline of the first line. */
  y: number;
  size: number;
  color: string;
  font?: 'Helvetica' | 'Helvetica-Bold' | 'Times-Bold';
  align?: 'left' | 'center' | 'right';
  /** Of a line, in points. */
  width: number;
  lines?: number;
}

/** Writes a text, cut to its lines. With `align` other than left, `x` is the left end of the line of that width. */
export function writeText(pdf: PDFKit.PDFDocument, given: string, style: TextStyle): void {
  const { x, y, size, color, font = 'Helvetica', align = 'left', width, lines = 1 } = style;
  // Letters with marks of their own are one letter there.
  const text = given.normalize('NFC');
  const isBuiltIn = BUILT_IN.test(text);
  pdf.font(font).fontSize(size);
  const measure = isBuiltIn ? { measure: (part: string) => pdf.widthOfString(part) / size } : {};
  for (const [index, line] of wrapped(text, { width: width / size, lines, ...measure }).entries()) {
    const outline = isBuiltIn ? null : outlineOf(line, size);
    const free = width - (outline?.width ?? pdf.widthOfString(line));
    const left = x + free * { left: 0, center: 0.5, right: 1 }[align];
    const baseline = y + index * size * 1.2;
    if (outline) {
      pdf.markContent('Span', { actual: line });
      pdf.save().translate(left, baseline).path(outline.path).fill(color).restore();
      pdf.endMarkedContent();
    } else pdf.fillColor(color).text(line, left, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }
}

/** The file of a document, once it is ended. */
export function fileOf(pdf: PDFKit.PDFDocument, name: string): Promise<File> {
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    pdf.on('error', reject);
    pdf.on('end', () => resolve(new File([Buffer.concat(chunks)], name, { type: 'application/pdf' })));
  });
}
