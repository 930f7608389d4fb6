/** Words of the mails that the shop sends. */
export const words = {} as const;

export const refusals = {
  'mail.card.subject': 'Dëshmi pagese: {total}',
  'mail.card.title': 'Dëshmi pagese',
  'mail.card.lead': 'Faleminderit për blerjen! Pagesa me kartë u krye me sukses.',
  'mail.cash.subject': 'Porosia {id} u konfirmua',
  'mail.cash.title': 'Porosia juaj u konfirmua',
  'mail.cash.lead': 'Paguani në sallon me para në dorë. Atje tregoni kodin e blerjes.',
  'mail.date': 'Data',
  'mail.method': 'Mënyra e pagesës',
  'mail.useBy': 'Përdoreni deri më',
  'mail.charged': 'Paguar me kartë',
  'mail.rate': 'Kursi i këmbimit',
  'mail.notFiscal': 'Ky dokument nuk është faturë e fiskalizuar.',
  'mail.askFiscal': 'Faturën e fiskalizuar kërkojeni në sallon.',
  'mail.refund.subject': 'Rimbursim: {amount}',
  'mail.refund.title': 'Paratë u rimbursuan',
  'mail.refund.lead': "Paratë u kthyen në kartën tuaj. Banka mund t'i shfaqë pas disa ditësh.",
  'mail.refunded': 'Rimbursuar gjithsej',
  'mail.why': 'Këtë email e morët sepse porositët te Bukuri me këtë adresë.',
} as const;
