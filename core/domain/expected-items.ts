/** A line of a cart as its buyer is shown it, at the price of one in lek. */
interface ShownLine {
  dealId: string;
  quantity: number;
  deal: { price: number; title: string; titleEn: string | null; businessName: string };
}

/** What a browser says was on the screen, and a server compares with what it would order. Prices in lek. */
export const expectedItems = (lines: readonly ShownLine[]) =>
  lines.map(({ dealId, quantity, deal: { price, title, titleEn, businessName } }) => ({
    ...{ dealId, quantity, price, title, titleEn, businessName },
  }));
