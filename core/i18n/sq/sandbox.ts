/** Words of the page on which the stand-in for cards asks as a bank would. */
export const words = {} as const;

export const refusals = {
  'sandbox.title': 'A e konfirmoni pagesën?',
  'sandbox.ask': "Këtu banka do t'ju pyeste nëse jeni ju që po paguani {amount}.",
  'sandbox.test': 'Kjo është provë: nuk paguhen para të vërteta.',
  'sandbox.accept': 'Konfirmo pagesën',
  'sandbox.refuse': 'Refuzo',
} as const;
