/** Who runs the shop, as its configuration says; people read it under every page and in the legal texts. */
export interface Operator {
  name: string;
  /** The number of the business register. */
  nipt: string | null;
  address: string | null;
  /** An e-mail address. */
  contact: string | null;
}
