/** Words of the pages of the stand-ins: the one on which a bank would ask, and those of mails that are not sent. */
export const words = {} as const;

export const refusals = {
  'sandbox.title': 'A e konfirmoni pagesën?',
  'sandbox.ask': "Këtu banka do t'ju pyeste nëse jeni ju që po paguani {amount}.",
  'sandbox.test': 'Kjo është provë: nuk paguhen para të vërteta.',
  'sandbox.accept': 'Konfirmo pagesën',
  'sandbox.refuse': 'Refuzo',
  'sandbox.mail.title': 'Emailet',
  'sandbox.mail.kept': "Këtu emailet nuk dërgohen: mbahen që t'i lexojë kush punon për faqen.",
  'sandbox.mail.none': 'Ende nuk ka emaile.',
  'sandbox.mail.all': 'Të gjitha emailet',
  'sandbox.mail.seen': 'Si duket',
  'sandbox.mail.text': 'Si tekst',
} as const;
